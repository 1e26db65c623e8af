import { beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

const dayMs = 86_400_000

/** Days of grace and keys that were used up: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('what follows an expiry', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk

  /** Part of each name, so that a test can be run again. */
  let turn = 0
  beforeEach(() => {
    turn += 1
  })

  const api = (path = '') => `/api/applications/${application.id}${path}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const newLicense = (licenseKey: string, body: object = {}) =>
    ownerCall<{ id: number }>(walk.server, 'POST', api('/licenses'), { licenseKey, ...body })
  const register = (username: string, license_key: string) =>
    clientCall(walk.server, application, 'register', { username, password: 'a long password', license_key })

  it('is set in the settings, for a preset and for a license, and a number that is too high is refused', async () => {
    await ownerCall(walk.server, 'PATCH', api(), { graceDays: 0 })
    await ui.load(`/app/${application.id}/settings/sign-in`)
    const days = walk.page.getByLabel('Grace days')
    await days.fill('31')
    await ui.press('Save Changes')
    await ui.seen('Must be 30 or less.')
    expect(await faults()).toEqual([])
    await days.fill('3')
    expect(await ui.requestBodyOf('PATCH', api(), () => ui.press('Save Changes'))).toEqual({ graceDays: 3 })

    await ui.open(`/app/${application.id}/selling`)
    await ui.press('New Preset')
    await ui.field('Name').first().fill(`Pro ${turn}`)
    await ui.field('Grace days').fill('7')
    expect(await faults()).toEqual([])
    const made = await ui.requestBodyOf('POST', api('/presets'), () => ui.press('Create Preset', ui.dialog()))
    expect(made).toMatchObject({ graceDays: 7 })
    await ui.seen('7 days of grace')

    const { id } = await newLicense(`KW-EDITED-000${turn}`)
    await ui.open(`/app/${application.id}/licenses`)
    await ui.choose(`Actions for KW-EDITED-000${turn}`, 'Edit')
    await ui.field('Grace days').fill('0')
    expect(await faults()).toEqual([])
    const path = api(`/licenses/${id}`)
    expect(await ui.requestBodyOf('PATCH', path, () => ui.press('Save Changes'))).toEqual({ graceDays: 0 })
  })

  it('is not for licenses that are banned together, which Undo lets in again', async () => {
    await newLicense(`KW-BANNED-000${turn}`)
    await ui.open(`/app/${application.id}/licenses`)
    await walk.page.getByRole('checkbox', { name: `Select KW-BANNED-000${turn}`, exact: true }).click()
    await ui.choose('Actions', 'Ban')
    await ui.dialog().getByLabel('Reason (Optional)').fill('Charged back')
    await ui.dialog().getByText('Banned, reason: Charged back').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Ban 1 license key', ui.dialog())
    await ui.dialog().getByText('1 license key banned').first().waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Undo', ui.dialog())
    await ui.seen('Undone.')
  })

  it('is a badge of its own for users and licenses while access goes on', async () => {
    await ownerCall(walk.server, 'PATCH', api(), { graceDays: 3 })
    const { id } = await newLicense(`KW-GRACE-000${turn}`)
    await register(`late-payer-${turn}`, `KW-GRACE-000${turn}`)
    const expiresAt = new Date(Date.now() - dayMs).toISOString()
    await ownerCall(walk.server, 'PATCH', api(`/licenses/${id}`), { expiresAt })
    await ui.open(`/app/${application.id}?section=users`)
    await ui.row(`late-payer-${turn}`).getByText('Grace', { exact: true }).waitFor()
    expect(await ui.row(`late-payer-${turn}`).getByText('Expired', { exact: true }).count()).toBe(0)
    expect(await faults()).toEqual([])
    await ui.press(`late-payer-${turn}`)
    await ui.dialog().getByText('In grace until').waitFor()
    await ui.dialog().getByText('Can log in during grace, for another 1 day.').waitFor()
    expect(await faults()).toEqual([])
    await ui.open(`/app/${application.id}/licenses`)
    await ui.row(`KW-GRACE-000${turn}`).getByText('Grace', { exact: true }).waitFor()
    expect(await faults()).toEqual([])
    await ui.open(`/app/${application.id}?section=licenses&license=${id}`)
    await ui.dialog().getByText('Its users have access until').waitFor()
    await ui.dialog().getByText('Grace until').waitFor()
    expect(await faults()).toEqual([])
  })

  it('is seen of keys that were redeemed and used up, and of days that a ban took back', async () => {
    const first = await newLicense(`KW-FIRST-000${turn}`, { validityDays: 10 })
    const second = await newLicense(`KW-SECOND-000${turn}`, { validityDays: 30, validityStart: 'first_use' })
    const user = await register(`renewing-${turn}`, `KW-FIRST-000${turn}`)
    const who = { username: `renewing-${turn}`, password: 'a long password', hwid: 'PC-1' }
    const body = { ...who, license_key: `KW-SECOND-000${turn}` }
    expect((await clientCall(walk.server, application, 'redeem', body)).code).toBe('license_redeemed')
    await ownerCall(walk.server, 'POST', api(`/licenses/${first.id}/ban`), { reason: 'Refunded' })
    await ui.open(`/app/${application.id}?section=licenses&license=${first.id}`)
    await ui.dialog().getByText('10 days taken back by the ban').waitFor()
    await ui.dialog().getByText(`into license ${second.id}`).waitFor()
    expect(await faults()).toEqual([])
    await ui.open(`/app/${application.id}?section=licenses&license=${second.id}`)
    await ui.dialog().getByText(`renewing-${turn}`).first().waitFor()
    expect(await faults()).toEqual([])
    await ui.open(`/app/${application.id}?section=users&user=${String(user.user_id)}`)
    await ui.dialog().getByText('Redeemed').first().waitFor()
    expect(await faults()).toEqual([])
  })
})
