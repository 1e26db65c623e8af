import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { pageActions } from './page-actions.ts'
import { ownerCall, seedApplication } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** 1280 × 1024 at 400 % zoom is 320 × 256, of which a scroll bar may take 15. */
const small = { width: 305, height: 256 }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The smallest windows and paper: a real browser, the built pages. */
describe.skipIf(!hasBrowser)('small windows and paper', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 130), { toleratesProblems: true })
  const { ui, application } = walk

  beforeAll(async () => {
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
    await walk.page.setViewportSize(small)
    const found: string[] = []
    for (const path of screens()) {
      await ui.open(path)
      found.push(...(await findHorizontalOverflow(walk.page)).map((fault) => `${path} ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('at 400 % zoom a window shows what it holds in most of its height, and its buttons can be reached', async () => {
    await walk.page.setViewportSize(small)
    const found: string[] = []
    for (const path of [
      '/?dialog=new-application',
      `/app/${application.id}?dialog=settings`,
      `/app/${application.id}?section=users&dialog=add-user`,
      `/app/${application.id}?section=licenses&dialog=create-license`,
      `/app/${application.id}?section=webhooks&dialog=add-webhook`,
      `/app/${application.id}?section=blacklist&dialog=add-entry`,
    ]) {
      await ui.open(path)
      const dialog = ui.dialog()
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
      found.push(...(await findHorizontalOverflow(walk.page)).map((fault) => `${path} ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('a login 91 days ago was 3 months ago, one 365 days ago a year', async () => {
    // of its own: its clock stays set
    const page = await walk.context.newPage()
    const later = pageActions({ page, origin: walk.server.origin })
    for (const [days, text] of [
      [90, '90 days ago'],
      [91, '3 months ago'],
      [363, '11 months ago'],
      [365, '1 year ago'],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + days * dayMs + minuteMs)
      await later.load(`/app/${application.id}?section=users&q=user_000`)
      await later.row('user_000').getByText(text, { exact: true }).waitFor()
    }
    await page.close()
  })

  it('prints every row that was loaded, one below the other, dark on white', async () => {
    await walk.page.setViewportSize({ width: 1440, height: 900 })
    await ui.load(`/app/${application.id}?section=users`)
    await ui.row('user_').first().waitFor()
    const shown = await walk.page.getByRole('row').count()
    await walk.page.emulateMedia({ media: 'print' })
    await expect.poll(() => walk.page.locator('tbody tr').count()).toBe(50)
    const rows = await walk.page.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return { top: Math.round(top), bottom: Math.round(bottom) }
      }),
    )
    expect(shown).toBeLessThan(40)
    for (const [index, row] of rows.entries()) expect(row.top).toBe(rows[index - 1]?.bottom ?? row.top)
    const heightPx = await walk.page.locator('tbody').evaluate((body) => body.getBoundingClientRect().height)
    const last = rows.at(-1)?.bottom ?? 0
    expect(Math.abs(heightPx - (last - (rows[0]?.top ?? 0)))).toBeLessThanOrEqual(2)
    // On paper rows may be taller than on the screen, and nothing measures them again.
    const overflowPx = await walk.page.locator('tbody').evaluate((body) => {
      const all = [...body.querySelectorAll('tr')]
      const heights = all.map(({ style }) => style.height)
      for (const row of all) row.style.height = '90px'
      const overflow = (all.at(-1)?.getBoundingClientRect().bottom ?? 0) - body.getBoundingClientRect().bottom
      for (const [index, row] of all.entries()) row.style.height = heights[index] ?? ''
      return overflow
    })
    expect(Math.abs(overflowPx)).toBeLessThanOrEqual(2)
    const colors = await walk.page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(20, 24, 31)'])
    await walk.page.emulateMedia({ media: null })
    await expect.poll(() => walk.page.locator('tbody tr').count()).toBeLessThan(60)

    await walk.page.evaluate(() => {
      addEventListener('beforeprint', () =>
        Object.assign(window, { printed: document.querySelectorAll('tbody tr').length }),
      )
    })
    await walk.page.pdf()
    expect(await walk.page.evaluate(() => (window as unknown as { printed: number }).printed)).toBeGreaterThanOrEqual(
      50,
    )
  })
})
