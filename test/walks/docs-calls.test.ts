import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useWalk } from './open-walk.ts'
import { newApplication, newUser } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** The list of all calls on the page of documentation: the largest thing there, and the last that most readers need. */
describe.skipIf(!hasBrowser)('all calls in the documentation', { timeout: 120_000 }, () => {
  const walk = useWalk()
  const { ui } = walk

  beforeAll(async () => {
    const app = await newApplication(walk.server, 'My Game App')
    await newUser(walk.server, app, { username: 'sofia' })
  })

  it('are loaded when they are scrolled to, searched, copied or linked, not before', async () => {
    const { page } = walk
    const documents: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/openapi.json') && documents.push(request.url()))
    const calls = page.locator('#all-calls details')
    const opened = async (hash = '') => {
      await page.goto('about:blank')
      documents.length = 0
      await ui.load(`/docs${hash}`)
      await page.waitForLoadState('networkidle')
    }
    await opened()
    expect([documents.length, await calls.count()]).toEqual([0, 0])
    await page.locator('#all-calls').scrollIntoViewIfNeeded()
    await calls.first().waitFor()

    await opened()
    await page.getByRole('searchbox', { name: 'Search documentation' }).fill('/api/activity-logs/export')
    await page.getByRole('link', { name: 'GET /api/activity-logs/export' }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await opened()
    await ui.press('Copy page as Markdown')
    await ui.seen('Copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/activity-logs/export')

    await opened('#call-post-api-v1-login')
    await calls.first().waitFor()
    expect(documents).toHaveLength(1)
  })

  it('are drawn from the server’s own OpenAPI document, and the public ones can be made', async () => {
    const { page, server } = walk
    await ui.open('/docs')
    const document = (await server.api<{ paths: Record<string, object> }>('GET', '/api/openapi.json')).body
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    await page.locator('#all-calls').scrollIntoViewIfNeeded()
    await page.locator('#all-calls details').first().waitFor()
    const drawn = await page
      .locator('#all-calls details')
      .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('data-entry')))
    expect(drawn.toSorted()).toEqual(calls.toSorted())
    const entry = page.locator('[data-entry="POST /api/v1/login"]')
    await entry.locator('summary').click()
    const body = { username: 'sofia', password: 'pw123456', version: '1.0', hwid: 'pc-1' }
    await entry.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(body))
    await ui.press('Try it', entry)
    await ui.seen("The server's answer: 200")
    expect(await walk.watched.violations()).toEqual([])
    expect(await findHorizontalOverflow(page)).toEqual([])
  })
})
