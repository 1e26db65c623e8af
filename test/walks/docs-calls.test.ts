import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useWalk } from './open-walk.ts'
import { newApplication, newUser } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

const highestPx = 9_000

describe.skipIf(!hasBrowser)('the documentation', { timeout: 120_000 }, () => {
  const walk = useWalk()
  const { ui } = walk

  beforeAll(async () => {
    const app = await newApplication(walk.server, 'My Game App')
    await newUser(walk.server, app, { username: 'sofia' })
  })

  it('sends a request of its reference with the key of the application', async () => {
    const { page } = walk
    await ui.open('/docs')
    await page.getByRole('tab', { name: 'User Login' }).click()
    await page.getByText('Send this request').filter({ visible: true }).click()
    const body = { username: 'sofia', password: 'pw123456', version: '1.0', hwid: 'pc-1' }
    await page.getByRole('textbox', { name: 'Body' }).filter({ visible: true }).fill(JSON.stringify(body))
    await page.getByRole('button', { name: 'Try It' }).filter({ visible: true }).click()
    await ui.seen('Response: 200')
    expect(await walk.watched.violations()).toEqual([])
    expect(await findHorizontalOverflow(page)).toEqual([])
  })

  it('is at most 9,000 px high, with the program of a language in it', async () => {
    const { page } = walk
    await ui.open('/docs')
    await page.locator('#integration-examples').scrollIntoViewIfNeeded()
    await page.locator('[data-sample] pre').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(highestPx)
  })

  it('finds what stands on its pages, and is copied with every tab and the program', async () => {
    const { page } = walk
    await ui.open('/docs')
    await page.getByRole('searchbox', { name: 'Search documentation' }).fill('activity-logs/export')
    const results = page.getByRole('list', { name: 'Search results' })
    await results.getByRole('link', { name: 'API: Activity' }).first().waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await ui.press('Copy page as Markdown')
    await ui.seen('Copied to clipboard')
    const markdown = await page.evaluate(() => navigator.clipboard.readText())
    const parts = ['### Register User', '### User Login', '### Verify Session', '### Blacklist System', 'session_token']
    for (const part of [...parts, '`username_taken`', 'AbortSignal.timeout', '/docs/webhooks)']) {
      expect(markdown).toContain(part)
    }
  })
})
