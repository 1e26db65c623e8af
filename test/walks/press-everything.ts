import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilLoaded } from './watched-page.ts'

export interface PressEverything {
  readonly page: Page
  /** Shows the screen as it is before a press. */
  readonly open: () => Promise<void>
  /** Buttons that end the walk, such as one that leaves the team. */
  readonly spared: readonly string[]
  /** Words that differ from row to row, so that a list's button is pressed once. */
  readonly rowWords: readonly string[]
  /** Menus and dialogs of the walk so far, by their title and controls: one that several screens open is pressed once. */
  readonly known: Set<string>
}

/** Buttons pressed one after another from the screen: a menu, its entry, the dialog's button. */
type Path = readonly string[]

/** As long as a request may take on a machine that does much else besides. */
const settleMs = 20_000

/** Menu, entry, submit. */
const maxDepth = 3

/**
 * Presses every enabled button of a screen, and of each menu and dialog that opens; each time from the screen on.
 * Returns the dialogs that open although the viewer's role can't complete them.
 */
export async function pressEverything(walk: PressEverything): Promise<{ pressed: number; blocked: string[] }> {
  const { page } = walk
  const calls = trackCalls(page)
  const done = new Set<string>()
  const blocked: string[] = []
  const open = async () => {
    await walk.open()
    await calls.settled()
  }
  await open()
  const address = page.url()
  // A screen that begins with a dialog has one overlay.
  const opened = await countOverlays(page)
  /** Closes what the last press opened; the screen is opened again only where it has become another one. */
  const restore = async () => {
    // A pressed time shows its tooltip, which may cover the next button.
    if ((await page.getByRole('tooltip').count()) > 0) await page.keyboard.press('Escape')
    for (let left = (await countOverlays(page)) - opened; left > 0 && page.url() === address; left -= 1) {
      await page.keyboard.press('Escape')
      await calls.settled()
    }
    if (page.url() !== address || (await countOverlays(page)) !== opened) await open()
  }
  const waiting: Path[] = (await findControls(walk)).map((name) => [name])
  while (waiting.length > 0) {
    const path = waiting.pop() ?? []
    if (done.has(path.join(' › '))) continue
    done.add(path.join(' › '))
    await restore()
    const below = await follow(walk, path, calls.settled)
    if (await isBlocked(page)) blocked.push(path.join(' › '))
    const top = await topmost(page)
    if (below === undefined || top === '' || top === below || path.length === maxDepth) continue
    const names = await findControls(walk)
    const overlay = `${await titleOfTopmost(page)}: ${names.join()}`
    if (walk.known.has(overlay)) continue
    walk.known.add(overlay)
    for (const name of names) waiting.push([...path, name])
  }
  calls.stop()
  return { pressed: done.size, blocked }
}

/** What was on top before the last press; undefined when something pressed before has taken the button away. */
async function follow(walk: PressEverything, path: Path, settled: () => Promise<void>): Promise<string | undefined> {
  let below: string | undefined
  for (const name of path) {
    if (!(await findControls(walk, name)).includes(name)) return undefined
    below = await topmost(walk.page)
    await press(walk.page, path)
    await settled()
  }
  return below
}

/** Presses the marked control. What fails names the way to it, and what Playwright saw of it last. */
async function press(page: Page, path: Path): Promise<void> {
  // As a person's pointer does on its way: leaves what it rests on, whose tooltip or toast may cover the control.
  await page.mouse.move(0, 0)
  try {
    await page.locator('[data-pressed]').click()
  } catch (error) {
    const seen = String(error)
      .match(/- .*(intercepts pointer events|waiting for|element is not).*/g)
      ?.at(-1)
    throw new Error(`${path.join(' › ')} can't be pressed: ${seen}`, { cause: error })
  }
}

/** Requests on their way, without the live stream. */
function trackCalls(page: Page) {
  const pending = new Set<unknown>()
  const start = (request: { url(): string }) => {
    if (!request.url().includes('/api/events')) pending.add(request)
  }
  let isDrained = Promise.withResolvers<void>()
  const end = (request: unknown) => {
    pending.delete(request)
    if (pending.size > 0) return
    isDrained.resolve()
    isDrained = Promise.withResolvers<void>()
  }
  page.on('request', start)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    async settled() {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      while (pending.size > 0) {
        const late = sleep(settleMs, 'late', { ref: false })
        expect(await Promise.race([isDrained.promise, late]), 'requests without an answer').not.toBe('late')
      }
      await waitUntilLoaded(page)
    },
    stop() {
      page.off('request', start)
      page.off('requestfinished', end)
      page.off('requestfailed', end)
    },
  }
}

const overlays = ['menu', 'dialog', 'alertdialog'].map((role) => `[role="${role}"]:not([data-state="closed"])`).join()

/** The ID of the topmost menu, dialog or drawer; blank: none is open. */
const topmost = (page: Page) => page.evaluate((open) => [...document.querySelectorAll(open)].at(-1)?.id ?? '', overlays)

const countOverlays = (page: Page) => page.evaluate((open) => document.querySelectorAll(open).length, overlays)

const titleOfTopmost = (page: Page) =>
  page.evaluate((open) => {
    const top = [...document.querySelectorAll(open)].at(-1)
    return top?.getAttribute('aria-label') ?? top?.querySelector('h2')?.textContent ?? ''
  }, overlays)

const refused = '[aria-description^="Your role here"]'

/** A dialog that the role can't complete; a form that may only be read says so on top. */
const isBlocked = async (page: Page) =>
  (await page
    .locator(`[role="dialog"]:not(:has(fieldset[disabled])) button[type="submit"]${refused}`)
    .or(page.locator(`[role="alertdialog"] button${refused}`))
    .count()) > 0

/** Names of the enabled buttons of what is on top; the first with the wanted name is marked. */
function findControls({ page, spared, rowWords }: PressEverything, wanted?: string): Promise<string[]> {
  return page.evaluate(
    ({ overlays, spared, rowWords, wanted }) => {
      for (const marked of document.querySelectorAll('[data-pressed]')) marked.removeAttribute('data-pressed')
      const open = [...document.querySelectorAll(overlays)].filter(
        (each) => each.getAttribute('data-state') !== 'closed',
      )
      const scope = open.at(-1) ?? document.querySelector('main')
      const found = [...(scope?.querySelectorAll<HTMLElement>('button, summary, [role="menuitem"]') ?? [])]
      const names: string[] = []
      for (const control of found) {
        const isOff = control.getAttribute('aria-disabled') === 'true' || control.matches(':disabled, a')
        const label = (control.getAttribute('aria-label') ?? control.innerText).trim()
        if (isOff || !control.checkVisibility() || control.getClientRects().length === 0) continue
        if (spared.includes(label) || (open.length > 0 && /^(Close|Cancel)$/.test(label))) continue
        const name = rowWords.reduce((text, word) => text.replaceAll(word, '…'), label).replaceAll(/\d+/g, '#')
        if (names.includes(name)) continue
        names.push(name)
        if (name === wanted) control.setAttribute('data-pressed', '')
      }
      return names
    },
    { overlays, spared, rowWords, wanted },
  )
}
