import type { Locator, Page } from 'playwright-core'
import { visit } from './visit.ts'
import { settled } from './watched-page.ts'

/** What a walk does with a page, in the words of who uses it. */
export interface Hands {
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

export function handsOn(page: Page, origin: string): Hands {
  const button: Hands['button'] = (name, within = page) => within.getByRole('button', { name, exact: true })
  return {
    open: (path) => visit(page, origin + path),
    async load(path) {
      await page.goto(origin + path)
      await settled(page)
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
