import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useWalk } from './open-walk.ts'
import { clientCall, newApplication, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Pausing, banning and signing in with licenses: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('licenses that are held, and keys that sign in', () => {
  const walk = useWalk()
  const { ui } = walk
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const newLicense = (id: number, licenseKey: string) =>
    ownerCall<{ id: number }>(walk.server, 'POST', `/api/applications/${id}/licenses`, { licenseKey, maxUsers: 2 })

  it('are banned from the list with a reason, found by it, and unbanned in the drawer', async () => {
    const application = await newApplication(walk.server, 'My Game App')
    const { id } = await newLicense(application.id, 'KW-REFUNDED-0001')
    await newLicense(application.id, 'KW-FINE-0002')
    await ui.open(`/app/${application.id}/licenses`)
    await ui.choose('Actions for KW-REFUNDED-0001', 'Ban…')
    await ui.dialog().getByLabel('Reason (Optional)').fill('Charged back <b>twice</b>')
    expect(await faults()).toEqual([])
    await ui.press('Ban License', ui.dialog())
    await ui.seen('License banned')
    await ui.row('KW-REFUNDED-0001').getByText('Banned').waitFor()
    await walk.page.getByLabel('Status', { exact: true }).selectOption('banned')
    await ui.row('KW-FINE-0002').waitFor({ state: 'detached' })
    expect(await faults()).toEqual([])

    await ui.open(`/app/${application.id}?section=licenses&license=${id}`)
    await ui.dialog().getByText('This key is banned: no one can log in with it.').waitFor()
    await ui.dialog().getByText('Charged back <b>twice</b>').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Unban…', ui.dialog())
    await ui.press('Unban License')
    await ui.seen('License unbanned')
    await ui.dialog().getByRole('button', { name: 'Ban…', exact: true }).waitFor()
  })

  it('get the time of a pause back when they are resumed, and are paused again by Undo', async () => {
    const application = await newApplication(walk.server, 'Paused App')
    const { id } = await newLicense(application.id, 'KW-PAUSED-0003')
    await ui.open(`/app/${application.id}?section=licenses&license=${id}`)
    await ui.press('Pause…', ui.dialog())
    await ui.press('Pause License')
    await ui.dialog().getByText('This key is paused: no one can log in with it.').waitFor()
    await ui.press('Resume…', ui.dialog())
    await walk.page.getByLabel('Add the time of the pause to the expiry').check()
    expect(await faults()).toEqual([])
    const path = `/api/applications/${application.id}/licenses/${id}/unpause`
    expect(await ui.requestBodyOf('POST', path, () => ui.press('Resume License'))).toEqual({ giveBack: true })
    await ui.seen('License resumed')
    await ui.press('Undo')
    await ui.dialog().getByText('This key is paused: no one can log in with it.').waitFor()
  })

  it('sign in alone once the settings say so, told how many keys are short, and are users of their own kind', async () => {
    const application = await newApplication(walk.server, 'Key App')
    const { id } = await newLicense(application.id, 'SHORT-1')
    const signIn = () => clientCall(walk.server, application, 'license', { license_key: 'SHORT-1', hwid: 'PC-1' })
    expect((await signIn()).code).toBe('license_login_closed')
    await ui.open(`/app/${application.id}/settings/sign-in`)
    await walk.page.getByLabel('License login').click()
    await ui.seen('1 key with fewer than 12 characters. Short keys can be guessed.')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes')
    await ui.seen('Application updated successfully')
    expect((await signIn()).code).toBe('login_successful')
    await ui.open(`/app/${application.id}?section=users&view=keys`)
    await ui.row(`License ${id}`).getByText('License key').waitFor()
    expect(await faults()).toEqual([])
    await ui.choose(`Actions for License ${id}`, 'Edit')
    await ui.dialog().getByLabel('Email (Optional)').waitFor()
    expect(await ui.dialog().getByLabel('Username').count()).toBe(0)
    expect(await faults()).toEqual([])
  })

  it('take a seat for each of their machines, which the lists, the drawers and Check Login say', async () => {
    const application = await newApplication(walk.server, 'Five Machines')
    await ownerCall(walk.server, 'PATCH', `/api/applications/${application.id}`, { licenseLogin: true })
    const { id } = await newLicense(application.id, 'KW-TWO-SEATS-0004')
    const codes = []
    for (const hwid of ['PC-1', 'PC-2', 'PC-3']) {
      codes.push(
        (await clientCall(walk.server, application, 'license', { license_key: 'KW-TWO-SEATS-0004', hwid })).code,
      )
    }
    expect(codes).toEqual(['login_successful', 'login_successful', 'license_full'])
    await ui.open(`/app/${application.id}?section=licenses&license=${id}`)
    await ui.dialog().getByText('2 of 2 taken').waitFor()
    await ui.dialog().getByText('2 seats', { exact: true }).waitFor()
    expect(await ui.dialog().getByText('All users').count()).toBe(0)
    expect(await faults()).toEqual([])
    await ui.open(`/app/${application.id}?section=users`)
    await ui.row(`License ${id}`).getByText('2 seats', { exact: true }).waitFor()
    await ui.press('Check Login')
    await ui.dialog().getByLabel('Username').fill(`License ${id}`)
    await ui.press('Check', ui.dialog())
    const stopped = ui.dialog().getByRole('listitem').filter({ hasText: 'All seats of the license are taken' })
    await stopped.getByText('Stops a login now').waitFor()
    await stopped.getByText('2 of 2').waitFor()
    expect(await faults()).toEqual([])
  })
})
