import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../test/harness/browser.ts'
import type { BrowseCall, BrowseResult } from './browse-result.ts'
import { answerMessages } from './child.ts'
import { filledUser } from './fill-users.ts'
import { heapBytes, watchPage } from './page-watch.ts'

const scrollSteps = 120
const scrollPatienceMs = 90_000
const keyMs = 70
const viewport = { width: 1440, height: 900 }

/** The list of an installation with many users, in a browser. */
answerMessages(async (call: BrowseCall): Promise<BrowseResult> => {
  const browser = await launchBrowser()
  try {
    const open = () => openWindow(browser, call)
    return { readyMs: await load(open, call.loads), ...(await use(open, call)) }
  } finally {
    await browser.close()
  }
})

interface Window {
  readonly context: BrowserContext
  readonly address: string
}

type OpenWindow = () => Promise<Window>

/** A new context has an empty cache. */
async function openWindow(browser: Browser, { origin, cookie }: BrowseCall): Promise<Window> {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  return { context, address: `${origin}/app/1?section=users` }
}

/** Until the first user can be selected, measured by the page from its request on. */
async function load(open: OpenWindow, loads: number): Promise<number[]> {
  const readyMs: number[] = []
  for (let count = 0; count < loads; count += 1) {
    const { context, address } = await open()
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'commit' })
    readyMs.push(await whenShown(page, ''))
    await context.close()
  }
  return readyMs
}

async function use(open: OpenWindow, { users, searches }: BrowseCall): Promise<Omit<BrowseResult, 'readyMs'>> {
  const { context, address } = await open()
  const page = await context.newPage()
  const watch = await watchPage(page)
  await page.goto(address)
  await whenShown(page, '')
  const searchMs = await search(page, searches)
  await watch.interactionsMs()
  await walk(page)
  const interactionsMs = await watch.interactionsMs()
  await watch.framesMs()
  const mounted = await scroll(page)
  const framesMs = await watch.framesMs()
  const scrolledBytes = await heapBytes(page)
  const startMs = performance.now()
  const reached = await scrollToTheEnd(page, users)
  const reachedSeconds = (performance.now() - startMs) / 1000
  await waitForIdle(page)
  const endBytes = await heapBytes(page)
  await watch.interactionsMs()
  await walkAtTheEnd(page)
  const endInteractionsMs = await watch.interactionsMs()
  await context.close()
  return {
    searchMs,
    interactionsMs,
    framesMs,
    mounted,
    scrolledBytes,
    reached,
    reachedSeconds,
    endBytes,
    endInteractionsMs,
  }
}

/** Until all shown users contain the text, and none of the previous rows is left. */
function whenShown(page: Page, text: string): Promise<number> {
  return page
    .waitForFunction(
      (wanted) => {
        const rows = [...document.querySelectorAll('tbody [data-index]')]
        const isShown = rows.length > 0 && rows.every((row) => row.textContent.includes(wanted))
        return isShown && performance.now()
      },
      text,
      { polling: 'raf' },
    )
    .then((handle) => handle.jsonValue() as Promise<number>)
}

/**
 * Prefixes of names, two to five letters, that occur at the start of no email and no hardware ID, so that each found
 * row shows them.
 */
function textsToFind(count: number): string[] {
  const texts: string[] = []
  for (let place = 1; texts.length < count; place += 997) {
    const text = filledUser(place).username.slice(0, 2 + (texts.length % 4))
    if (/^.?[g-z]/.test(text)) texts.push(text)
  }
  return texts
}

/** Types a text key by key, and measures when its users are shown; then clears the field. */
async function search(page: Page, searches: number): Promise<number[]> {
  const field = page.getByRole('searchbox', { name: 'Search users' })
  const times: number[] = []
  for (const text of textsToFind(searches)) {
    await field.focus()
    await page.keyboard.type(text.slice(0, -1), { delay: keyMs })
    const lastKeyMs = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('keydown', (event) => resolve(event.timeStamp), { once: true, capture: true }),
        ),
    )
    await page.evaluate(() => undefined)
    await page.keyboard.type(text.slice(-1))
    const shownMs = await whenShown(page, text)
    times.push(shownMs - (await lastKeyMs))
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.waitForFunction(() => document.querySelectorAll('tbody [data-index]').length > 10)
  }
  return times
}

const box = (page: Page, index: number) => page.locator(`[data-index="${index}"] [data-row-check]`)

/** Typical interactions: sort, select, range select, menu, drawer, filter, keyboard. */
async function walk(page: Page): Promise<void> {
  for (const head of ['User', 'Expires', 'Last Login']) {
    for (let press = 0; press < 2; press += 1) {
      await page.getByRole('columnheader', { name: head }).getByRole('button').click()
      await waitForIdle(page)
    }
  }
  await box(page, 1).click()
  await box(page, 6).click({ modifiers: ['Shift'] })
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await waitForIdle(page)
  await page.getByLabel('Status').selectOption('active')
  await waitForIdle(page)
  await page.getByLabel('Status').selectOption('')
  await waitForIdle(page)
  const field = page.getByRole('searchbox', { name: 'Search users' })
  await field.click()
  await page.keyboard.type('abc', { delay: keyMs })
  await waitForIdle(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await waitForIdle(page)
  await openAndClose(page, 2)
}

/** With every page in memory: select, range select, menu, drawer. */
async function walkAtTheEnd(page: Page): Promise<void> {
  const last = (await lastMounted(page)) - 10
  await box(page, last).click()
  await box(page, last - 4).click({ modifiers: ['Shift'] })
  await page.keyboard.press('ArrowUp')
  await waitForIdle(page)
  await openAndClose(page, last - 2)
}

function lastMounted(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll<HTMLElement>('tbody [data-index]')].map((row) => Number(row.dataset.index)),
    ),
  )
}

async function openAndClose(page: Page, index: number): Promise<void> {
  const row = page.locator(`[data-index="${index}"]`)
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  await waitForIdle(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** No request is in progress, and everything received is rendered. */
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Returns the largest number of mounted rows. */
async function scroll(page: Page): Promise<number> {
  let mounted = 0
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 400)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    mounted = Math.max(mounted, await page.locator('tbody [data-index]').count())
  }
  return mounted
}

/** Holds the End key until there are no more users or a time limit is reached; returns how many users came. */
async function scrollToTheEnd(page: Page, users: number): Promise<number> {
  return page.evaluate(
    ([wanted, patienceMs]) =>
      new Promise<number>((resolve) => {
        const startMs = performance.now()
        const reached = () =>
          Math.max(
            ...[...document.querySelectorAll<HTMLElement>('tbody [data-index]')].map((row) =>
              Number(row.dataset.index),
            ),
          )
        const step = () => {
          scrollTo(0, document.documentElement.scrollHeight)
          const isOver = performance.now() - startMs > patienceMs || reached() >= wanted - 1
          if (isOver) resolve(reached() + 1)
          else requestAnimationFrame(step)
        }
        step()
      }),
    [users, scrollPatienceMs] as const,
  )
}
