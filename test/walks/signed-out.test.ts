import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { replacedWindow, useServerAndBrowser } from './open-walk.ts'
import { widths } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** What somebody sees who is not signed in: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a visitor', () => {
  const walk = useServerAndBrowser({ env: { ADMIN_KEY: 'admin-key-of-the-walk-0123456789abcdef' } })
  const shown = replacedWindow(walk)
  const { ui } = shown
  let page: Page

  beforeEach(async () => {
    await shown.openIn(await walk.browser.newContext({ viewport: widths.wide, locale: 'en-US' }))
    page = shown.page
  })
  afterEach(() => expect(shown.watched.problems).toEqual([]))

  const answerUsers = (status: number, message: string) =>
    page.route('**/api/admin/users*', (route) => route.fulfill({ status, json: { message, code: 'x' } }))

  it.each([
    [401, 'Invalid key'],
    [403, 'Invalid key'],
    [500, 'Failed to verify the admin key'],
    [429, 'Failed to verify the admin key'],
  ])('whose admin key is answered with %i reads “%s”', async (status, title) => {
    await answerUsers(status, 'Told by the server')
    await ui.load('/admin-login')
    await page.getByLabel('Admin key', { exact: true }).fill('any-key')
    await ui.press('Enter')
    await page.locator('[aria-live="off"]').getByText(title, { exact: true }).waitFor()
    await page.locator('form').getByText('Told by the server').waitFor()
    const other = title === 'Invalid key' ? 'Failed to verify the admin key' : 'Invalid key'
    expect(await page.getByText(other).count()).toBe(0)
  })

  it('is sent to the admin key by User Management only where a key would help', async () => {
    await answerUsers(500, 'Broken')
    await ui.load('/user-management')
    await ui.seen('Failed to load users: Broken')
    expect(await page.getByRole('link', { name: 'enter the admin key' }).count()).toBe(0)
    await page.unrouteAll()
    await ui.press('Try again')
    await ui.seen("Failed to load users: You're not signed in.")
    await page.getByRole('link', { name: 'enter the admin key' }).waitFor()
  })

  it('has the whole navigation bar at User Management too', async () => {
    await ui.load('/user-management')
    const bar = page.getByRole('banner')
    const links = bar.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['Features', 'Documentation', 'Dashboard', 'Pricing'])
    expect(await findFaultsAtBothWidths(shown.watched)).toEqual([])
    await page.setViewportSize(widths.narrow)
    await ui.press('Menu')
    await page.getByRole('menuitem', { name: 'Pricing' }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(widths.wide)
    await links.filter({ hasText: 'Pricing' }).click()
    await page.waitForURL(/\/#pricing$/)
    await expect
      .poll(() => page.evaluate(() => document.querySelector('#pricing')?.getBoundingClientRect().top))
      .toBeLessThan(600)
    await page.goBack()
    await bar.getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL(/\/login$/)
  })

  it('comes from the landing page’s Sign In to the sign-in page where there is no identity provider', async () => {
    await page.goto(walk.server.origin)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL(/\/login$/)
    await page.getByLabel('Email').waitFor()
    expect(await page.getByText('identity provider').count()).toBe(0)
  })

  it('finds pictures on the landing page that open in full, and a preview for those who link to it', async () => {
    await page.goto(walk.server.origin)
    const pictures = page.locator('main a:has(picture)')
    expect(await pictures.count()).toBe(4)
    const large = page.locator('#dashboard a:has(picture)').first()
    await large.scrollIntoViewIfNeeded()
    expect((await large.boundingBox())?.width).toBeGreaterThan(1000)
    const [opened] = await Promise.all([shown.context.waitForEvent('page'), large.click()])
    await opened.waitForLoadState()
    expect(await opened.evaluate(() => document.querySelector('img')?.naturalWidth)).toBe(1440)
    const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
    for (const name of ['og:title', 'og:description', 'og:type']) expect(await meta(name), name).toBeTruthy()
    expect(await page.getByRole('link', { name: 'Try the demo' }).isVisible()).toBe(false)
  })
})
