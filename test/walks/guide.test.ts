import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guidePages } from '../../guide/guide-pages.ts'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { firstLoad, firstLoadLimits, kilobytes, overLimit, severalAtOnce } from './first-load.ts'
import { replacedWindow, useServerAndBrowser } from './open-walk.ts'
import { openSignedIn, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

const sizes = { ...widths, smallest: { width: 320, height: 640 } } as const
const permissions = ['clipboard-read', 'clipboard-write']

/** Words of the text that do not fit in one line; code blocks scroll instead. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element | null) => element?.checkVisibility() === true && element.closest('pre') === null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!isShown(node.parentElement)) continue
      for (const word of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) found.push(word[0])
      }
    }
    return found
  })

describe.skipIf(!hasBrowser)('the pages of the guide', { timeout: 240_000 }, () => {
  const walk = useServerAndBrowser()
  const shown = replacedWindow(walk)
  let page: Page
  beforeAll(async () => {
    await shown.openIn(await walk.browser.newContext({ viewport: sizes.wide, locale: 'en-US', permissions }))
    page = shown.page
  })
  afterEach(() => expect(shown.watched.problems).toEqual([]))
  const open = (path: string) => page.goto(walk.server.origin + path, { waitUntil: 'load' })

  it.each(Object.entries(sizes))(
    'are read signed out without fault, sideways scroll or a broken word: %s',
    async (_name, size) => {
      await page.setViewportSize(size)
      const faults: string[] = []
      for (const { slug } of guidePages) {
        const answer = await open(`/docs/${slug}`)
        const found = [...(await findHorizontalOverflow(page)), ...(await brokenWords(page))]
        if (size !== sizes.smallest) found.push(...(await shown.watched.violations()))
        if (answer?.status() !== 200) found.push(`status ${answer?.status()}`)
        faults.push(...found.map((fault) => `${slug}: ${fault}`))
      }
      expect(faults).toEqual([])
      await page.setViewportSize(sizes.wide)
    },
  )

  it('are without fault in the light theme, which is kept and shared with /docs', async () => {
    await open('/docs/webhooks')
    await page.getByRole('button', { name: 'Light theme' }).click()
    expect(await shown.watched.violations()).toEqual([])
    await open('/docs/errors')
    expect(await page.evaluate(() => document.documentElement.classList.contains('light'))).toBe(true)
    expect(await shown.watched.violations()).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('docs-theme'))).toBe('light')
    await page.getByRole('button', { name: 'Dark theme' }).click()
    expect(await page.evaluate(() => document.documentElement.className)).not.toContain('light')
  })

  it('weigh at most 62 kB in all, and nothing in them moves while they load', async () => {
    const over: string[] = []
    const look = async (slug: string) => {
      const fresh = await (await walk.browser.newContext({ viewport: sizes.wide })).newPage()
      await fresh.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const load = await firstLoad(fresh, `${walk.server.origin}/docs/${slug}`)
      printFigure(`first load /docs/${slug}: ${kilobytes(load.code)} of code, ${kilobytes(load.all)} in all`)
      over.push(...overLimit(slug, load, firstLoadLimits.guide))
      const shift = await fresh.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
      )
      if (shift >= 0.05) over.push(`${slug}: layout shift ${shift}`)
      await fresh.context().close()
    }
    // each waits half a second to see that nothing more comes
    await severalAtOnce(guidePages, ({ slug }) => look(slug))
    expect(over).toEqual([])
  })

  it('are searched word by word; the index is fetched at the first focus, and the keyboard leads to the result', async () => {
    const fetched: string[] = []
    page.on('request', (request) => request.url().endsWith('/docs/search.json') && fetched.push(request.url()))
    await open('/docs/start')
    expect(fetched).toEqual([])
    await page.keyboard.press('/')
    await page.keyboard.type('mismatch hwid')
    const results = page.getByRole('list', { name: 'Search results' })
    await results.getByRole('link', { name: 'hwid_mismatch' }).first().waitFor()
    expect(await shown.watched.violations()).toEqual([])
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/docs/errors#hwid_mismatch')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/errors#hwid_mismatch$/)
    expect(fetched).toHaveLength(1)
    await page.getByRole('searchbox').fill('qqqq')
    await page.getByText('No pages match.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No pages match.').waitFor({ state: 'hidden' })
  })

  it('show one language in every example, keep the choice, and copy what is shown', async () => {
    await open('/docs/api-client')
    const shown = () =>
      page.locator('[role="tabpanel"]:visible').evaluateAll((all) => all.map((one) => one.dataset.name))
    expect(new Set(await shown())).toEqual(new Set(['curl']))
    await page.getByRole('tab', { name: 'curl' }).first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(new Set(await shown())).toEqual(new Set(['Python']))
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('urlopen(request, timeout=30)')
    await open('/docs/api-users')
    expect(new Set(await shown())).toEqual(new Set(['Python']))
    await open('/docs/webhooks')
    expect(await shown()).toEqual(['Python'])
  })

  it('are copied whole as Markdown', async () => {
    await open('/docs/hwid')
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const answer = await fetch(`${walk.server.origin}/docs/hwid.md`)
    expect(copied).toBe(await answer.text())
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    for (const part of ['# Hardware lock', '```python Python', '```cpp C++', '## Exceptions'])
      expect(copied).toContain(part)
  })

  it('lead on by previous and next, by headings, and on a phone by the folded list', async () => {
    await open('/docs/start')
    await page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').click()
    await page.waitForURL(/\/docs\/samples$/)
    await page.getByRole('link', { name: 'What every sample does', exact: true }).click()
    await page.waitForURL(/#what-every-sample-does$/)
    await page.setViewportSize(sizes.narrow)
    await open('/docs/start')
    await page.locator('summary').click()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Backups' }).click()
    await page.waitForURL(/\/docs\/backups$/)
    await page.setViewportSize(sizes.wide)
  })

  it('can be read without scripts', async () => {
    const plain = await walk.browser.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(`${walk.server.origin}/docs/webhooks`)
    expect(await still.locator('[role="tabpanel"]:visible').count()).toBe(5)
    expect(await still.getByRole('tab').count()).toBe(0)
    expect(await still.getByRole('searchbox').count()).toBe(0)
    await plain.close()
  })

  it('have a 404 page for every other address', async () => {
    for (const path of ['/docs/nothing', '/docs/start.html', '/docs/Start', '/docs/start/more']) {
      const answer = await fetch(walk.server.origin + path)
      expect([path, answer.status]).toEqual([path, 404])
    }
    await open('/docs/nothing')
    await page.getByText('404 Page Not Found').waitFor()
  })

  it('are reached from /docs, where the anchors of former chapters lead on', async () => {
    const signedIn = await openSignedIn(walk.browser, walk.server)
    const inside = await signedIn.newPage()
    await inside.goto(`${walk.server.origin}/docs#webhooks`)
    const card = inside.locator('#webhooks')
    await card.waitFor()
    expect(await card.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)
    for (const anchor of ['sessions', 'signed-answers', 'offline-lease', 'all-calls']) {
      expect(await inside.locator(`#${anchor} a`).getAttribute('href')).toMatch(/^\/docs\/[\w-]+$/)
    }
    await card.getByRole('link').click()
    await inside.waitForURL(/\/docs\/webhooks$/)
    await inside.goto('about:blank')
    await inside.goto(`${walk.server.origin}/docs#call-post-api-applications-id-licenses`)
    await inside.waitForURL(/\/docs\/api-licenses#call-post-api-applications-id-licenses$/)
    await inside.goto('about:blank')
    await inside.goto(`${walk.server.origin}/docs#call-post-api-v1-login`)
    await inside.waitForURL(/\/docs\/api-client#log-in$/)
    await signedIn.close()
  })
})
