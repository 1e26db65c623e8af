import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { ownerCall, seedApplication, type WalkApplication } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** 1280 × 1024 at 400 % zoom is 320 × 256, of which a scroll bar may take 15. */
const small = { width: 305, height: 256 }

/** The smallest windows and paper: a real browser, the built pages. */
describe.skipIf(!hasBrowser)('small windows and paper', () => {
  let walk: Walk
  let page: Page
  let hands: PageActions
  let application: WalkApplication

  beforeAll(async () => {
    walk = await openWalk()
    ;({ page, hands } = walk)
    application = await seedApplication(walk.server, 130)
    const webhook = {
      applicationId: application.id,
      url: 'https://hooks.example.com/a-rather-long-path/for-a-small-window',
    }
    await ownerCall(walk.server, 'POST', '/api/webhooks', webhook)
    await ownerCall(walk.server, 'POST', '/api/blacklist', {
      type: 'hwid',
      value: 'a-hardware-id-of-some-length-0123456789',
    })
  })
  afterAll(() => walk?.close())

  const sections = ['overview', 'users', 'licenses', 'activity', 'api-config', 'webhooks', 'blacklist', 'messages']
  const screens = () => [
    '/',
    ...sections.map((section) => `/app/${application.id}?section=${section}`),
    `/app/${application.id}/licenses`,
    `/app/${application.id}?section=users&user=1`,
    '/webhooks',
    '/webhooks?webhook=1',
    '/custom-messages',
    '/blacklist',
    '/activity-logs',
    '/activity-logs?tab=audit',
    '/integration',
    '/code-templates',
    '/code-editor',
    '/docs',
    '/account',
    '/user-management',
    '/admin-login',
  ]

  it('at 320 px and 400 % zoom no screen scrolls sideways', async () => {
    await page.setViewportSize(small)
    const found: string[] = []
    for (const path of screens()) {
      await hands.open(path)
      found.push(...(await findHorizontalOverflow(page)).map((fault) => `${path} ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('at 400 % zoom a window shows what it holds in most of its height, and its buttons can be reached', async () => {
    await page.setViewportSize(small)
    const found: string[] = []
    for (const path of [
      '/?dialog=new-application',
      `/app/${application.id}?dialog=settings`,
      `/app/${application.id}?section=users&dialog=add-user`,
      `/app/${application.id}?section=licenses&dialog=create-license`,
      `/app/${application.id}?section=webhooks&dialog=add-webhook`,
      `/app/${application.id}?section=blacklist&dialog=add-entry`,
    ]) {
      await hands.open(path)
      const dialog = hands.dialog()
      await dialog.waitFor()
      const seenPx = await dialog.evaluate((window) => {
        const field = window.querySelector('input, select, textarea')
        let parent = field?.parentElement ?? null
        while (parent !== null && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement
        return Math.min(parent?.clientHeight ?? 0, innerHeight)
      })
      if (seenPx < 200) found.push(`${path} shows ${seenPx} px`)
      const button = dialog.locator('button[type="submit"]')
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      if (box === null || box.y < 0 || box.y + box.height > small.height) found.push(`${path} hides its button`)
      found.push(...(await findHorizontalOverflow(page)).map((fault) => `${path} ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('prints every row that was loaded, one below the other, dark on white', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await hands.load(`/app/${application.id}?section=users`)
    await hands.row('user_').first().waitFor()
    const shown = await page.getByRole('row').count()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThanOrEqual(100)
    const rows = await page.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return { top: Math.round(top), bottom: Math.round(bottom) }
      }),
    )
    expect(shown).toBeLessThan(60)
    for (const [index, row] of rows.entries()) expect(row.top).toBe(rows[index - 1]?.bottom ?? row.top)
    const heightPx = await page.locator('tbody').evaluate((body) => body.getBoundingClientRect().height)
    const last = rows.at(-1)?.bottom ?? 0
    expect(Math.abs(heightPx - (last - (rows[0]?.top ?? 0)))).toBeLessThanOrEqual(2)
    const colors = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(20, 24, 31)'])
    await page.emulateMedia({ media: null })
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(60)

    await page.evaluate(() => {
      addEventListener('beforeprint', () =>
        Object.assign(window, { printed: document.querySelectorAll('tbody tr').length }),
      )
    })
    await page.pdf()
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBeGreaterThanOrEqual(100)
  })
})
