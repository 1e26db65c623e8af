import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilLoaded } from './watched-page.ts'

/** What a walk does with a page, in the words of who uses it. */
export interface PageActions {
  /** Goes to an address within the running program, and waits until nothing loads any more. */
  open(path: string): Promise<void>
  /** The same, with the program loaded anew: who is signed in has changed behind its back. */
  load(path: string): Promise<void>
  button(name: string, within?: Page | Locator): Locator
  press(name: string, within?: Page | Locator): Promise<void>
  /** Waits until the text stands somewhere. */
  seen(text: string | RegExp): Promise<void>
  gone(locator: Locator): Promise<void>
  dialog(): Locator
  /** The window that asks before something happens. */
  asked(): Locator
  row(text: string): Locator
  /** The link of a section with its count. */
  section(name: string): Locator
  /** The body of the first such request that the act sends. */
  sent(method: string, path: string, act: () => Promise<unknown>): Promise<Record<string, unknown>>
}

export function pageActions(page: Page, origin: string): PageActions {
  const button: PageActions['button'] = (name, within = page) => within.getByRole('button', { name, exact: true })
  return {
    open: (path) => visit(page, origin + path),
    async load(path) {
      await page.goto(origin + path)
      await waitUntilLoaded(page)
    },
    button,
    press: (name, within) => button(name, within).click(),
    seen: (text) => page.getByText(text).first().waitFor(),
    gone: (locator) => locator.waitFor({ state: 'detached' }),
    dialog: () => page.getByRole('dialog'),
    asked: () => page.getByRole('alertdialog'),
    row: (text) => page.getByRole('row').filter({ hasText: text }),
    section: (name) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: new RegExp(`^${name}`) }),
    async sent(method, path, act) {
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.method() === method && new URL(one.url()).pathname.startsWith(path)),
        act(),
      ])
      return request.postDataJSON() as Record<string, unknown>
    },
  }
}

const unknownPath = '/in-between'
const nothingHere = '404 Page Not Found'

/**
 * Opens an address as a link of the running program does, and from an empty screen, so that nothing of the last one is
 * left: in a third of the time that it takes to load the program anew. It is loaded where it doesn't run yet.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (await isRunning(page, address)) {
    const empty = page.getByRole('heading', { name: nothingHere })
    const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
    await navigateInPage(page, unknownPath)
    await empty.or(discard).waitFor()
    if (await discard.isVisible()) await discard.click()
    await empty.waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('li button[aria-label="Close"]')?.click())
    await navigateInPage(page, address)
    await empty.waitFor({ state: 'detached' })
  } else {
    await page.goto(address)
  }
  await waitUntilLoaded(page)
}

/** The landing page is a program of its own, and what is shown to visitors is chosen when the program is loaded. */
function isRunning(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (wanted) => location.origin === new URL(wanted).origin && document.querySelector('#root main h1') !== null,
    address,
  )
}

/** The program hears of it as of a link. */
function navigateInPage(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address)
}

/** How many pictures these are, once each of them was scrolled to and is there. */
export async function loadedPictures(pictures: Locator): Promise<number> {
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    const widthPx = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(widthPx).toBeGreaterThan(0)
  }
  return pictures.count()
}
