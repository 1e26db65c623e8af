import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { createTestApp, type TestAccount, type TestApp } from '../harness/create-test-app.ts'

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

describe.skipIf(!hasBrowser || !existsSync(webFolder))('the dashboard with the limits that ship', () => {
  let test: TestApp
  let maker: TestAccount
  let context: BrowserContext
  let origin: string
  let id: number
  let close: () => Promise<void>
  beforeAll(async () => {
    test = await createTestApp({ webFolder })
    origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
    maker = await test.account()
    id = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Limited' })).body.id
    await maker.api('POST', `/api/applications/${id}/users`, { username: 'ada', password: 'a long enough password' })
    const browser = await launchBrowser()
    close = () => browser.close()
    context = await browser.newContext({ acceptDownloads: true })
    const [name = '', value = ''] = maker.cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
  })
  afterAll(async () => {
    await close()
    await test.close()
  })

  const exportUsers = async (page: Page) => {
    await page.getByRole('button', { name: 'More Actions' }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  }

  it('saves an export as a file, and says of a refused one when to try again, on the page it was asked for', async () => {
    const page = await context.newPage()
    await page.goto(`${origin}/app/${id}?section=users`)
    await page.getByText('ada').first().waitFor()
    const saving = page.waitForEvent('download')
    await exportUsers(page)
    expect((await saving).suggestedFilename()).toBe(`users-${id}.csv`)
    for (let n = 0; n < 9; n += 1) await maker.api('GET', `/api/applications/${id}/users/export`)
    await exportUsers(page)
    await page.getByText(/^Rate limit exceeded\. Try again in \d+ s\.$/).waitFor()
    await page.getByText('Export failed', { exact: true }).waitFor()
    expect(page.url()).toBe(`${origin}/app/${id}?section=users`)
    await page.getByText('ada').first().waitFor()
    await page.close()
  })
})
