import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, launchBrowser } from './browser.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { furnish, made, newApplication, openSignedIn, type WalkApplication } from './walk-world.ts'
import { openWatchedPage } from './watched-page.ts'

/** Licenses and activity as their maker sees them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('licenses and activity', () => {
  let server: RunningServer
  let browser: Browser
  let full: WalkApplication
  let context: BrowserContext
  let problems: readonly string[]
  let page: Page

  beforeAll(async () => {
    server = await startServer()
    browser = await launchBrowser()
    full = await furnish(server)
  }, 120_000)
  beforeEach(async () => {
    context = await openSignedIn(browser, server)
    ;({ page, problems } = await openWatchedPage(context))
  })
  afterEach(async () => {
    expect(problems).toEqual([])
    await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const open = async (address: string) => {
    await page.goto(server.origin + address)
    await page.locator('main h1').waitFor()
  }
  const dialog = () => page.getByRole('dialog')
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
  const seen = (text: string) => page.getByText(text).first().waitFor()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  it('proposes a key that is stored only when created, and asks at the first one whether to require it', async () => {
    const application = await newApplication(server, 'Selling App')
    const list = () => made<{ licenseKey: string }[]>(server, 'GET', `/api/applications/${application.id}/licenses`)
    await open(`/app/${application.id}?section=licenses`)
    await seen('No license keys')
    await button('Create License').click()
    await button('Generate').click()
    await expect.poll(() => dialog().getByLabel('License Key').inputValue(), { timeout: 10_000 }).not.toBe('')
    const key = await dialog().getByLabel('License Key').inputValue()
    expect(await list()).toEqual([])
    await button('Create License', dialog()).click()
    await seen('License created successfully')
    await seen('Anyone who has the API key can register')
    await button('Require a license').click()
    await seen('Application updated successfully')
    expect((await list()).map(({ licenseKey }) => licenseKey)).toEqual([key])
    const { registrationMode } = await made<{ registrationMode: string }>(
      server,
      'GET',
      `/api/applications/${application.id}`,
    )
    expect(registrationMode).toBe('license')
  })

  it('shows two badges in the section and one on the license page', async () => {
    const inSection = {
      'KW-ACTIVE-0001-A': 'Active',
      'KW-FULL-0002-BBB': 'ActiveFull',
      'KW-INACTIVE-0003': 'Inactive',
      'KW-EXPIRED-0006-': 'InactiveExpired',
    }
    await open(`/app/${full.id}?section=licenses`)
    for (const [key, badges] of Object.entries(inSection)) {
      await row(key).waitFor()
      const status = await row(key).getByRole('cell').nth(3).textContent()
      expect([key, status]).toEqual([key, badges])
    }
    expect(await row('KW-FIRSTUSE-0004').textContent()).toContain('Starts on first use')

    const onPage = { 'KW-ACTIVE': 'Active', 'KW-FULL': 'Full', 'KW-INACTIVE': 'Inactive', 'KW-EXPIRED': 'Expired' }
    await open(`/app/${full.id}/licenses`)
    expect(await page.locator('main h1').textContent()).toBe('License Keys - My Game App')
    for (const [key, badge] of Object.entries(onPage)) {
      await row(key).waitFor()
      // The box of the selection is the first cell here.
      expect([key, await row(key).getByRole('cell').nth(4).textContent()]).toEqual([key, badge])
    }
    expect(await row('KW-FULL').textContent()).toContain('0 remaining')
    expect(await row('KW-SOON').getByText('5 days left').getAttribute('class')).toContain('text-bad')
    expect(await row('KW-ACTIVE').getByText('365 days left').getAttribute('class')).not.toContain('text-bad')
  })

  it('makes, copies and deletes keys on the license page, with the texts of the specification', async () => {
    const application = await newApplication(server, 'Key App')
    await open(`/app/${application.id}/licenses`)
    await seen('No license keys created')
    await button('Generate License Key').click()
    await button('Generate Key', dialog()).click()
    await seen('License key generated successfully')
    await button('Keep open').click()
    await button('Create Custom Key').click()
    await button('Create Custom Key', dialog()).click()
    await seen('Please provide a license key')
    await dialog().getByLabel('License Key').fill('MY-OWN-KEY')
    await dialog().getByLabel('Maximum Users').fill('none')
    await button('Create Custom Key', dialog()).click()
    await seen('License key created successfully')
    await seen('0 / 1')
    await button('Copy license key MY-OWN-KEY').click()
    await seen('License key copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('MY-OWN-KEY')
    await button('Delete license key MY-OWN-KEY').click()
    await seen('This action cannot be undone. Any users currently using this license will lose access.')
    await button('Delete License Key').click()
    await seen('License key deleted successfully')
    await row('MY-OWN-KEY').waitFor({ state: 'detached' })
  })

  it('refuses a key that exists beside its field and keeps what was typed', async () => {
    await open(`/app/${full.id}/licenses?dialog=custom`)
    await dialog().getByLabel('License Key').fill('KW-FULL-0002-BBBB')
    await button('Create Custom Key', dialog()).click()
    await dialog().getByText('License key already exists').waitFor()
    expect(await dialog().getByLabel('License Key').inputValue()).toBe('KW-FULL-0002-BBBB')
  })

  it('narrows the activity by event, status, IP and user, in the address and back', async () => {
    await open(`/app/${full.id}?section=activity`)
    await page.getByLabel('Result').selectOption('false')
    await page.waitForURL(/success=false/)
    await row('login_failed').first().waitFor()
    await row('user_login').first().waitFor({ state: 'detached' })
    await button('Actions for login_failed').first().click()
    await page.getByRole('menuitem', { name: 'Only this IP' }).click()
    await page.waitForURL(/ip=127\.0\.0\.1/)
    await button('Remove filter IP 127.0.0.1').click()
    await page.getByLabel('Result').selectOption('')
    await row('user_login').first().waitFor()

    await open(`/activity-logs?app=${full.id}&event=user_registration`)
    await row('user_registration').waitFor()
    expect(await page.getByLabel('Application').inputValue()).toBe(String(full.id))
    await open('/activity-logs')
    await page.getByRole('link', { name: 'My Game App' }).first().waitFor()
  })
})
