import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilLoaded } from './watched-page.ts'

/** User-level actions on a page. */
export interface PageActions {
  /** Navigates within the running app, and waits until nothing loads any more. */
  open(path: string): Promise<void>
  /** The same with a full page load, needed when the session changed outside the page. */
  load(path: string): Promise<void>
  button(name: string, within?: Page | Locator): Locator
  press(name: string, within?: Page | Locator): Promise<void>
  /** Opens a menu and chooses an entry. */
  choose(menu: string, entry: string): Promise<void>
  /** Waits until the text is shown somewhere. */
  seen(text: string | RegExp): Promise<void>
  gone(locator: Locator): Promise<void>
  dialog(): Locator
  /** A field of the open dialog. */
  field(label: string): Locator
  /** The dialog that asks before something happens. */
  confirmation(): Locator
  row(text: string): Locator
  /** The link of a section with its count. */
  section(name: string): Locator
  /** The body of the first matching request that the action sends. */
  requestBodyOf(method: string, path: string, act: () => Promise<unknown>): Promise<Record<string, unknown>>
}

/** The fields of `on` are read at each action: a suite may set them later. */
export function pageActions(on: { readonly page: Page; readonly origin: string }): PageActions {
  const button: PageActions['button'] = (name, within = on.page) => within.getByRole('button', { name, exact: true })
  const dialog = () => on.page.getByRole('dialog')
  return {
    open: (path) => visit(on.page, on.origin + path),
    async load(path) {
      await on.page.goto(on.origin + path)
      await waitUntilLoaded(on.page)
    },
    button,
    press: (name, within) => button(name, within).click(),
    async choose(menu, entry) {
      await button(menu).click()
      await on.page.getByRole('menuitem', { name: entry, exact: true }).click()
    },
    seen: (text) => on.page.getByText(text).first().waitFor(),
    gone: (locator) => locator.waitFor({ state: 'detached' }),
    dialog,
    field: (label) => dialog().getByLabel(label),
    confirmation: () => on.page.getByRole('alertdialog'),
    row: (text) => on.page.getByRole('row').filter({ hasText: text }),
    section: (name) =>
      on.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: new RegExp(`^${name}`) }),
    async requestBodyOf(method, path, act) {
      const isWanted = (one: Request) => one.method() === method && new URL(one.url()).pathname.startsWith(path)
      const [request] = await Promise.all([on.page.waitForRequest(isWanted), act()])
      return request.postDataJSON() as Record<string, unknown>
    },
  }
}

const unknownPath = '/in-between'
const nothingHere = '404 Page Not Found'

/**
 * Navigates inside the running app by way of an unknown path, so that no state of the last screen is left; three times
 * faster than a full load. Where the app doesn't run yet it is loaded.
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

/** The landing page is an app of its own, and what visitors see is decided when the app loads. */
function isRunning(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (wanted) => location.origin === new URL(wanted).origin && document.querySelector('#root main h1') !== null,
    address,
  )
}

/** The app notices it as it notices a link. */
function navigateInPage(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address)
}

/** How many pictures there are, once each was scrolled to and has loaded. */
export async function loadedPictures(pictures: Locator): Promise<number> {
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    const widthPx = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(widthPx).toBeGreaterThan(0)
  }
  return pictures.count()
}
