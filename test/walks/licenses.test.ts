import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, ownerCall, seedApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Licenses and activity as their maker sees them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('licenses and activity', () => {
  const walk = useApplicationWalk((server) => seedApplication(server))
  const { ui, application: full } = walk

  it('proposes a key that is stored only when created, and asks at the first one whether to require it', async () => {
    const application = await newApplication(walk.server, 'Selling App')
    const list = () =>
      ownerCall<{ licenseKey: string }[]>(walk.server, 'GET', `/api/applications/${application.id}/licenses`)
    await ui.open(`/app/${application.id}?section=licenses`)
    await ui.seen('No license keys')
    await ui.button('Create License').click()
    await ui.button('Generate').click()
    await expect.poll(() => ui.dialog().getByLabel('License Key').inputValue()).not.toBe('')
    const key = await ui.dialog().getByLabel('License Key').inputValue()
    expect(await list()).toEqual([])
    await ui.button('Create License', ui.dialog()).click()
    await ui.seen('License created successfully')
    await ui.seen('Anyone with the API key can register')
    await ui.button('Require License').click()
    await ui.seen('Application updated successfully')
    expect((await list()).map(({ licenseKey }) => licenseKey)).toEqual([key])
    const { registrationMode } = await ownerCall<{ registrationMode: string }>(
      walk.server,
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
    await ui.open(`/app/${full.id}?section=licenses`)
    for (const [key, badges] of Object.entries(inSection)) {
      await ui.row(key).waitFor()
      const status = await ui.row(key).getByRole('cell').nth(3).textContent()
      expect([key, status]).toEqual([key, badges])
    }
    expect(await ui.row('KW-FIRSTUSE-0004').textContent()).toContain('Starts on first use')

    const onPage = { 'KW-ACTIVE': 'Active', 'KW-FULL': 'Full', 'KW-INACTIVE': 'Inactive', 'KW-EXPIRED': 'Expired' }
    await ui.open(`/app/${full.id}/licenses`)
    expect(await walk.page.locator('main h1').textContent()).toBe('License Keys - My Game App')
    for (const [key, badge] of Object.entries(onPage)) {
      await ui.row(key).waitFor()
      // The box of the selection is the first cell here.
      expect([key, await ui.row(key).getByRole('cell').nth(4).textContent()]).toEqual([key, badge])
    }
    expect(await ui.row('KW-FULL').textContent()).toContain('0 remaining')
    expect(await ui.row('KW-SOON').getByText('5 days left').getAttribute('class')).toContain('text-bad')
    expect(await ui.row('KW-ACTIVE').getByText('365 days left').getAttribute('class')).not.toContain('text-bad')
  })

  it('makes, copies and deletes keys on the license page, with the texts of the specification', async () => {
    const application = await newApplication(walk.server, 'Key App')
    await ui.open(`/app/${application.id}/licenses`)
    await ui.seen('No license keys created')
    await ui.button('Generate License Key').click()
    await ui.button('Generate Key', ui.dialog()).click()
    await ui.seen('License key generated successfully')
    await ui.button('Keep Open').click()
    await ui.button('Create Custom Key').click()
    await ui.button('Create Custom Key', ui.dialog()).click()
    await ui.seen('Please provide a license key')
    await ui.dialog().getByLabel('License Key').fill('MY-OWN-KEY')
    await ui.dialog().getByLabel('Maximum Users').fill('none')
    await ui.button('Create Custom Key', ui.dialog()).click()
    await ui.seen('License key created successfully')
    await ui.seen('0 / 1')
    await ui.button('Copy license key MY-OWN-KEY').click()
    await ui.seen('License key copied to clipboard')
    expect(await walk.page.evaluate(() => navigator.clipboard.readText())).toBe('MY-OWN-KEY')
    await ui.choose('Actions for MY-OWN-KEY', 'Delete')
    await ui.seen('This action cannot be undone. Any users currently using this license will lose access.')
    await ui.button('Delete License Key').click()
    await ui.seen('License key deleted successfully')
    await ui.row('MY-OWN-KEY').waitFor({ state: 'detached' })
  })

  it('offers many keys and an import where there is no key yet, in the section and on the page', async () => {
    const application = await newApplication(walk.server, 'Empty Shop')
    await ui.open(`/app/${application.id}?section=licenses`)
    await walk.page.getByRole('link', { name: 'Import', exact: true }).click()
    await walk.page.getByLabel('File to import').waitFor({ state: 'attached' })
    expect(await ui.dialog().getByRole('heading').first().innerText()).toBe('Import License Keys')
    await ui.open(`/app/${application.id}/licenses`)
    await ui.press('Import')
    await walk.page.getByLabel('File to import').waitFor({ state: 'attached' })
    await ui.open(`/app/${application.id}?section=licenses`)
    await walk.page.getByRole('link', { name: 'Generate Keys', exact: true }).click()
    expect(await ui.dialog().getByLabel('Keys', { exact: true }).inputValue()).toBe('1')
    await ui.dialog().getByLabel('Keys', { exact: true }).fill('50')
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Generate 50 Keys')
    await ui.seen('50 keys generated.')
    await ui.press('Keep Open')
    await ui.press('Done')
    await ui.seen('50 license keys')
  })

  it('refuses a key that exists beside its field and keeps what was typed', async () => {
    await ui.open(`/app/${full.id}/licenses?dialog=custom`)
    await ui.dialog().getByLabel('License Key').fill('KW-FULL-0002-BBBB')
    await ui.button('Create Custom Key', ui.dialog()).click()
    await ui.dialog().getByText('License key already exists').waitFor()
    expect(await ui.dialog().getByLabel('License Key').inputValue()).toBe('KW-FULL-0002-BBBB')
  })

  it('narrows the activity by event, status, IP and user, in the address and back', async () => {
    await ui.open(`/app/${full.id}?section=activity`)
    await walk.page.getByLabel('Result').selectOption('false')
    await walk.page.waitForURL(/success=false/)
    await ui.row('login_failed').first().waitFor()
    await ui.row('user_login').first().waitFor({ state: 'detached' })
    await ui.button('Actions for login_failed').first().click()
    await walk.page.getByRole('menuitem', { name: 'Only this IP' }).click()
    await walk.page.waitForURL(/ip=127\.0\.0\.1/)
    await ui.button('Remove filter IP 127.0.0.1').click()
    await walk.page.getByLabel('Result').selectOption('')
    await ui.row('user_login').first().waitFor()

    await ui.open(`/activity-logs?app=${full.id}&event=user_registration`)
    await ui.row('user_registration').waitFor()
    const chosen = () => walk.page.getByLabel('Application', { exact: true }).inputValue()
    await expect.poll(chosen).toBe(String(full.id))
    await ui.open('/activity-logs')
    await walk.page.getByRole('link', { name: 'My Game App' }).first().waitFor()
  })

  it('shows the columns and the row height that were chosen by keyboard, and remembers them', async () => {
    const heads = async () => (await walk.page.getByRole('columnheader').allInnerTexts()).filter(Boolean)
    const usual = ['User', 'Status', 'HWID', 'Expires', 'Last Login', 'Actions']
    const height = async () => (await ui.row('licensed').boundingBox())?.height
    await ui.open(`/app/${full.id}?section=users&q=licensed`)
    await ui.row('licensed').waitFor()
    expect([await heads(), await height()]).toEqual([usual, 52])
    await ui.button('Columns and rows').focus()
    await walk.page.keyboard.press('Enter')
    await walk.page.locator('[role=menu]:focus').waitFor()
    for (const entry of ['Compact rows', 'Last IP']) {
      await walk.page.keyboard.press('ArrowUp')
      await walk.page.locator('[data-highlighted]').getByText(entry, { exact: true }).waitFor()
      await walk.page.keyboard.press('Space')
    }
    for (const name of ['Email', 'License', 'Created', 'HWID']) {
      await walk.page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    }
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await walk.page.keyboard.press('Escape')
    const chosen = ['User', 'Status', 'Expires', 'Last Login', 'Email', 'License', 'Created', 'Last IP', 'Actions']
    const looks = async () => {
      await ui.row('KW-FULL-0002-BBB').waitFor()
      return [await heads(), await height()]
    }
    expect(await looks()).toEqual([chosen, 40])
    await walk.page.reload()
    expect(await looks()).toEqual([chosen, 40])
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.open(`/app/${full.id}/licenses`)
    await ui.row('KW-FULL').waitFor()
    expect(await heads()).toEqual(['License Key', 'Users', 'Validity', 'Status', 'Expires', 'Actions'])
    await ui.press('Columns and rows')
    await walk.page.getByRole('menuitemcheckbox', { name: 'Created', exact: true }).click()
    await walk.page.getByRole('columnheader', { name: 'Created' }).waitFor()
  })

  it('makes many keys by a mask, changes them at once, and shows who uses one', async () => {
    await ui.open(`/app/${full.id}/licenses`)
    await ui.press('Generate Key')
    await ui.dialog().getByLabel('Keys', { exact: true }).fill('25')
    await ui.dialog().getByLabel('Mask (Optional)').fill('VIP-****')
    await ui.seen('must have at least 12 *')
    await ui.dialog().getByLabel('Mask (Optional)').fill('VIP-****-****-****')
    await ui.seen(/^VIP-\w{4}-\w{4}-\w{4}$/)
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Generate 25 Keys')
    await ui.seen('25 keys generated.')
    const keys = await ui.dialog().getByLabel('Generated keys').inputValue()
    expect(new Set(keys.split('\n')).size).toBe(25)
    await ui.press('Done')
    await walk.page.getByRole('combobox', { name: 'Use or date' }).selectOption('Never used')
    await ui.row('VIP-').first().waitFor()
    await walk.page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await ui.press('Actions')
    await walk.page.getByRole('menuitem', { name: 'Disable', exact: true }).click()
    await ui
      .dialog()
      .getByRole('button', { name: /^Disable \d+ license keys$/ })
      .click()
    await ui.seen(/^\d+ license keys disabled\.$/)
    const stored = await ownerCall<{ licenseKey: string; isActive: boolean }[]>(
      walk.server,
      'GET',
      `/api/applications/${full.id}/licenses`,
    )
    expect(stored.filter(({ licenseKey, isActive }) => licenseKey.startsWith('VIP-') && isActive)).toEqual([])
    expect(stored.find(({ licenseKey }) => licenseKey === 'KW-FULL-0002-BBBB')).toMatchObject({ isActive: true })
    await ui.open(`/app/${full.id}/licenses?status=full`)
    await walk.page.getByRole('link', { name: /who uses KW-FULL/ }).click()
    await ui.row('licensed').waitFor()
    expect(await walk.page.getByRole('row').count()).toBe(2)
  })
})
