import type { Page } from 'playwright-core'
import { settled } from './watched-page.ts'

const inBetween = '/in-between'
const nothingHere = '404 Page Not Found'

/**
 * Opens an address as a link of the running program does, and from an empty screen, so that nothing of the last one is
 * left: in a third of the time that it takes to load the program anew. It is loaded where it doesn't run yet.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (await isRunning(page, address)) {
    const empty = page.getByRole('heading', { name: nothingHere })
    const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
    await go(page, inBetween)
    await empty.or(discard).waitFor()
    if (await discard.isVisible()) await discard.click()
    await empty.waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('li button[aria-label="Close"]')?.click())
    await go(page, address)
    await empty.waitFor({ state: 'detached' })
  } else {
    await page.goto(address)
  }
  await settled(page)
}

/** The landing page is a program of its own, and what is shown to visitors is chosen when the program is loaded. */
function isRunning(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (wanted) => location.origin === new URL(wanted).origin && document.querySelector('#root main h1') !== null,
    address,
  )
}

/** The program hears of it as of a link. */
function go(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address)
}
