import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall } from './walk-fixtures.ts'

interface License {
  readonly maxUsers: number
  readonly validityDays: number
}

/** Nothing that was typed is changed in silence: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('input that is rejected', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'Typed App'))
  const { ui, application } = walk
  let base: string

  beforeAll(async () => {
    base = `/app/${application.id}`
  })

  const licenses = () => ownerCall<License[]>(walk.server, 'GET', `/api/applications/${application.id}/licenses`)
  const toast = () => walk.page.locator('[aria-live="off"]')

  it.each([
    ['the section', '?section=licenses&dialog=create-license', 'Max Users', 'Create License'],
    ['the dialog Generate Key', '/licenses?dialog=generate', 'Maximum Users', 'Generate Key'],
    ['the dialog Create Custom Key', '/licenses?dialog=custom', 'Maximum Users', 'Create Custom Key'],
  ])('a number below 1, beyond the limit or not whole makes no key in %s', async (_, address, seats, submit) => {
    await ui.open(base + address)
    if (submit === 'Create Custom Key') await ui.field('License Key').fill('NEVER-MADE')
    expect([await ui.field(seats).inputValue(), await ui.field('Validity Days').inputValue()]).toEqual(['1', '30'])
    for (const [label, typed, said] of [
      ['Validity Days', '0', 'Validity days must be at least 1'],
      ['Validity Days', '-5', 'Validity days must be at least 1'],
      ['Validity Days', '1.5', 'Must be a whole number.'],
      ['Validity Days', '40,000', 'Must be 36,500 or less.'],
      [seats, '0', 'Must be 1 or more.'],
      [seats, '2000000', 'Must be 1,000,000 or less.'],
    ] as const) {
      const field = ui.field(label)
      await field.fill(typed)
      await ui.press(submit, ui.dialog())
      await ui.dialog().getByText(said, { exact: true }).waitFor()
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([
        typed.replace(',', ''),
        'true',
      ])
      await toast().getByText(said, { exact: true }).waitFor()
      await field.fill('1')
      await ui.gone(ui.dialog().getByText(said, { exact: true }))
    }
    expect(await licenses()).toEqual([])
  })

  it('a blank key and a blank description are left out, and the server makes the key', async () => {
    const { id } = await newApplication(walk.server, 'Blank App')
    await ui.open(`/app/${id}?section=licenses&dialog=create-license`)
    await ui.field('License Key').fill('  ')
    await ui.field('Description (Optional)').fill('  ')
    const sent = await ui.requestBodyOf('POST', `/api/applications/${id}/licenses`, () =>
      ui.press('Create License', ui.dialog()),
    )
    expect(sent).toEqual({ maxUsers: 1, validityDays: 30, validityStart: 'creation', isActive: true })
    await ui.seen('License created successfully')
    const [made] = await ownerCall<{ licenseKey: string }[]>(walk.server, 'GET', `/api/applications/${id}/licenses`)
    expect(made?.licenseKey).toMatch(/^[0-9A-Z-]{16,}$/)
  })

  it('a thousand is read with its separator', async () => {
    for (const typed of ['1,000', '1 000']) {
      await ui.open(`${base}/licenses?dialog=generate`)
      await ui.field('Validity Days').fill(typed)
      await ui.field('Maximum Users').fill(typed)
      await ui.press('Generate Key', ui.dialog())
      await ui.seen('License key generated successfully')
    }
    const made = (await licenses()).map(({ maxUsers, validityDays }) => [maxUsers, validityDays])
    expect(made).toEqual([
      [1000, 1000],
      [1000, 1000],
    ])
  })

  it('more keys at once than there may be, and more days than anything lasts, are named as such', async () => {
    const before = await licenses()
    await ui.open(`${base}/licenses?dialog=generate-many`)
    await ui.field('Keys').fill('1,001')
    await ui.press('Generate Keys', ui.dialog())
    await ui.dialog().getByText('Must be 1,000 or less.').waitFor()
    expect(await licenses()).toEqual(before)

    await newUser(walk.server, application, { username: 'ann', expiresAt: '2031-01-01T00:00:00.000Z' })
    await ui.open(`${base}?section=users&q=ann`)
    await walk.page.getByRole('checkbox', { name: 'Select ann', exact: true }).click()
    await ui.choose('Actions', 'Add or subtract days')
    await ui.field('Days').fill('40000')
    await ui.dialog().getByText('Must be 36,500 or less.').waitFor()
    expect(await ui.button('Add days to 0 users', ui.dialog()).getAttribute('aria-disabled')).toBe('true')
    await ui.field('Days').fill('2')
    await ui.button('Add 2 days to 1 user', ui.dialog()).waitFor()

    await ui.open(`${base}/settings/sign-in`)
    await walk.page.getByLabel('Minimum password length').fill('129')
    await ui.press('Save Changes')
    await ui.seen('Must be 128 or less.')
  })

  it('no toast speaks as the validator does', async () => {
    await ui.open(`${base}?section=webhooks&dialog=add-webhook`)
    await ui.field('URL').fill('no-address')
    await ui.press('Create Webhook', ui.dialog())
    await toast().getByText('Failed to create webhook').waitFor()
    expect(await toast().innerText()).not.toMatch(/\w+: |Invalid|expected/)
    expect(await toast().innerText()).toContain('URL must be a URL that starts with https:// or http://.')

    await ui.open(`${base}?section=users&dialog=add-user`)
    await ui.field('Username').fill('bob')
    await ui.dialog().locator('input[name="password"]').fill('pw12345678')
    await ui.field('Email (Optional)').fill('no-address')
    await ui.press('Add User', ui.dialog())
    await toast().getByText('Email must be an email address.').waitFor()
    await ui.dialog().getByText('Must be an email address.', { exact: true }).waitFor()
  })

  it('what was missing is said no more once it is there', async () => {
    await ui.open(`${base}?section=users&dialog=add-user`)
    await ui.press('Add User', ui.dialog())
    await ui.dialog().getByText('Password is required').waitFor()
    await ui.press('Suggest a strong password', ui.dialog())
    await ui.gone(ui.dialog().getByText('Password is required'))
    await ui.dialog().getByText('Username is required').waitFor()
    await ui.field('Username').fill('carl')
    await ui.gone(ui.dialog().getByText('Username is required'))
  })
})
