import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { newApplication, ownerCall, seedApplication, type WalkApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, type WatchedPage } from './watched-page.ts'

/** Licenses and activity as their maker sees them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('licenses and activity', () => {
  let walk: Walk
  let server: RunningServer
  let full: WalkApplication
  let watched: WatchedPage
  let page: Page
  let hands: PageActions

  beforeAll(async () => {
    walk = await openWalk()
    ;({ server, watched, page, hands } = walk)
    full = await seedApplication(server)
  })
  afterEach(() => expect(watched.problems).toEqual([]))
  afterAll(() => walk?.close())

  it('proposes a key that is stored only when created, and asks at the first one whether to require it', async () => {
    const application = await newApplication(server, 'Selling App')
    const list = () =>
      ownerCall<{ licenseKey: string }[]>(server, 'GET', `/api/applications/${application.id}/licenses`)
    await hands.open(`/app/${application.id}?section=licenses`)
    await hands.seen('No license keys')
    await hands.button('Create License').click()
    await hands.button('Generate').click()
    await expect.poll(() => hands.dialog().getByLabel('License Key').inputValue()).not.toBe('')
    const key = await hands.dialog().getByLabel('License Key').inputValue()
    expect(await list()).toEqual([])
    await hands.button('Create License', hands.dialog()).click()
    await hands.seen('License created successfully')
    await hands.seen('Anyone who has the API key can register')
    await hands.button('Require a license').click()
    await hands.seen('Application updated successfully')
    expect((await list()).map(({ licenseKey }) => licenseKey)).toEqual([key])
    const { registrationMode } = await ownerCall<{ registrationMode: string }>(
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
    await hands.open(`/app/${full.id}?section=licenses`)
    for (const [key, badges] of Object.entries(inSection)) {
      await hands.row(key).waitFor()
      const status = await hands.row(key).getByRole('cell').nth(3).textContent()
      expect([key, status]).toEqual([key, badges])
    }
    expect(await hands.row('KW-FIRSTUSE-0004').textContent()).toContain('Starts on first use')

    const onPage = { 'KW-ACTIVE': 'Active', 'KW-FULL': 'Full', 'KW-INACTIVE': 'Inactive', 'KW-EXPIRED': 'Expired' }
    await hands.open(`/app/${full.id}/licenses`)
    expect(await page.locator('main h1').textContent()).toBe('License Keys - My Game App')
    for (const [key, badge] of Object.entries(onPage)) {
      await hands.row(key).waitFor()
      // The box of the selection is the first cell here.
      expect([key, await hands.row(key).getByRole('cell').nth(4).textContent()]).toEqual([key, badge])
    }
    expect(await hands.row('KW-FULL').textContent()).toContain('0 remaining')
    expect(await hands.row('KW-SOON').getByText('5 days left').getAttribute('class')).toContain('text-bad')
    expect(await hands.row('KW-ACTIVE').getByText('365 days left').getAttribute('class')).not.toContain('text-bad')
  })

  it('makes, copies and deletes keys on the license page, with the texts of the specification', async () => {
    const application = await newApplication(server, 'Key App')
    await hands.open(`/app/${application.id}/licenses`)
    await hands.seen('No license keys created')
    await hands.button('Generate License Key').click()
    await hands.button('Generate Key', hands.dialog()).click()
    await hands.seen('License key generated successfully')
    await hands.button('Keep open').click()
    await hands.button('Create Custom Key').click()
    await hands.button('Create Custom Key', hands.dialog()).click()
    await hands.seen('Please provide a license key')
    await hands.dialog().getByLabel('License Key').fill('MY-OWN-KEY')
    await hands.dialog().getByLabel('Maximum Users').fill('none')
    await hands.button('Create Custom Key', hands.dialog()).click()
    await hands.seen('License key created successfully')
    await hands.seen('0 / 1')
    await hands.button('Copy license key MY-OWN-KEY').click()
    await hands.seen('License key copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('MY-OWN-KEY')
    await hands.button('Delete license key MY-OWN-KEY').click()
    await hands.seen('This action cannot be undone. Any users currently using this license will lose access.')
    await hands.button('Delete License Key').click()
    await hands.seen('License key deleted successfully')
    await hands.row('MY-OWN-KEY').waitFor({ state: 'detached' })
  })

  it('refuses a key that exists beside its field and keeps what was typed', async () => {
    await hands.open(`/app/${full.id}/licenses?dialog=custom`)
    await hands.dialog().getByLabel('License Key').fill('KW-FULL-0002-BBBB')
    await hands.button('Create Custom Key', hands.dialog()).click()
    await hands.dialog().getByText('License key already exists').waitFor()
    expect(await hands.dialog().getByLabel('License Key').inputValue()).toBe('KW-FULL-0002-BBBB')
  })

  it('narrows the activity by event, status, IP and user, in the address and back', async () => {
    await hands.open(`/app/${full.id}?section=activity`)
    await page.getByLabel('Result').selectOption('false')
    await page.waitForURL(/success=false/)
    await hands.row('login_failed').first().waitFor()
    await hands.row('user_login').first().waitFor({ state: 'detached' })
    await hands.button('Actions for login_failed').first().click()
    await page.getByRole('menuitem', { name: 'Only this IP' }).click()
    await page.waitForURL(/ip=127\.0\.0\.1/)
    await hands.button('Remove filter IP 127.0.0.1').click()
    await page.getByLabel('Result').selectOption('')
    await hands.row('user_login').first().waitFor()

    await hands.open(`/activity-logs?app=${full.id}&event=user_registration`)
    await hands.row('user_registration').waitFor()
    expect(await page.getByLabel('Application').inputValue()).toBe(String(full.id))
    await hands.open('/activity-logs')
    await page.getByRole('link', { name: 'My Game App' }).first().waitFor()
  })

  it('shows the columns and the row height that were chosen by keyboard, and remembers them', async () => {
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).filter(Boolean)
    const usual = ['User', 'Status', 'HWID', 'Expires', 'Last Login', 'Actions']
    const height = async () => (await hands.row('licensed').boundingBox())?.height
    await hands.open(`/app/${full.id}?section=users&q=licensed`)
    await hands.row('licensed').waitFor()
    expect([await heads(), await height()]).toEqual([usual, 52])
    await hands.button('Columns and rows').focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:focus').waitFor()
    for (const entry of ['Compact rows', 'Last IP']) {
      await page.keyboard.press('ArrowUp')
      await page.locator('[data-highlighted]').getByText(entry, { exact: true }).waitFor()
      await page.keyboard.press('Space')
    }
    for (const name of ['Email', 'License', 'Created', 'HWID']) {
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    }
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await page.keyboard.press('Escape')
    const chosen = ['User', 'Status', 'Expires', 'Last Login', 'Email', 'License', 'Created', 'Last IP', 'Actions']
    const looks = async () => {
      await hands.row('KW-FULL-0002-BBB').waitFor()
      return [await heads(), await height()]
    }
    expect(await looks()).toEqual([chosen, 40])
    await page.reload()
    expect(await looks()).toEqual([chosen, 40])
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.open(`/app/${full.id}/licenses`)
    await hands.row('KW-FULL').waitFor()
    expect(await heads()).toEqual(['License Key', 'Users', 'Validity', 'Status', 'Expires', 'Actions'])
    await hands.press('Columns and rows')
    await page.getByRole('menuitemcheckbox', { name: 'Created', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
  })

  it('makes many keys by a mask, changes them at once, and shows who uses one', async () => {
    await hands.open(`/app/${full.id}/licenses`)
    await hands.press('Generate Many')
    await hands.dialog().getByLabel('Keys', { exact: true }).fill('25')
    await hands.dialog().getByLabel('Mask (Optional)').fill('VIP-****')
    await hands.seen('must have at least 12 *')
    await hands.dialog().getByLabel('Mask (Optional)').fill('VIP-****-****-****')
    await hands.seen(/^VIP-\w{4}-\w{4}-\w{4}$/)
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.press('Generate 25 Keys')
    await hands.seen('25 keys generated.')
    const keys = await hands.dialog().getByLabel('Generated keys').inputValue()
    expect(new Set(keys.split('\n')).size).toBe(25)
    await hands.press('Done')
    await page.getByRole('combobox', { name: 'Use or date' }).selectOption('Never used')
    await hands.row('VIP-').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await hands.press('Actions')
    await page.getByRole('menuitem', { name: 'Disable', exact: true }).click()
    await hands
      .dialog()
      .getByRole('button', { name: /^Disable \d+ license keys$/ })
      .click()
    await hands.seen(/^\d+ license keys disabled\.$/)
    const stored = await ownerCall<{ licenseKey: string; isActive: boolean }[]>(
      server,
      'GET',
      `/api/applications/${full.id}/licenses`,
    )
    expect(stored.filter(({ licenseKey, isActive }) => licenseKey.startsWith('VIP-') && isActive)).toEqual([])
    expect(stored.find(({ licenseKey }) => licenseKey === 'KW-FULL-0002-BBBB')).toMatchObject({ isActive: true })
    await hands.open(`/app/${full.id}/licenses?status=full`)
    await page.getByRole('link', { name: /who uses KW-FULL/ }).click()
    await hands.row('licensed').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })
})
