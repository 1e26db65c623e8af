import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, oddNames, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** The devices of a user and the limits that bound them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the devices of users', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const api = () => `/api/applications/${application.id}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const login = (username: string, hwid: string, device_name?: string, more: object = {}) =>
    clientCall(walk.server, application, 'login', { username, password: 'pw123456', hwid, device_name, ...more })
  const devices = () => ui.dialog().getByRole('region', { name: 'Devices' })
  const names = async (userId: number) => {
    const read = await ownerCall<{ devices: { name: string | null }[] }>(
      walk.server,
      'GET',
      `${api()}/users/${userId}/devices`,
    )
    return read.devices.map(({ name }) => name)
  }

  it('may be more than one once the application says so', async () => {
    await ui.open(`${base()}/settings/devices`)
    await walk.page.getByLabel('Devices per user').fill('3')
    await walk.page.getByLabel('Hardware tolerance').selectOption('1')
    const change = { deviceLimit: 3, hwidTolerance: 1 }
    expect(await ui.requestBodyOf('PATCH', api(), () => ui.press('Save Changes'))).toEqual(change)
    await ui.seen('Application updated successfully')
    expect(await faults()).toEqual([])
    await walk.page.getByLabel('Devices per user').fill('101')
    await ui.press('Save Changes')
    await ui.seen('Must be 100 or less.')
  })

  it('are listed with their names and when they were seen; one is renamed, one released after a question', async () => {
    const { id } = await newUser(walk.server, application, { username: 'ada' })
    await ui.open(`${base()}?section=users&user=${id}`)
    await devices().getByText('None. The next login binds its device.').waitFor()
    expect(await faults()).toEqual([])
    await login('ada', 'DESKTOP-9f86d081884c7d659a2feaa0c55ad015-and-so-on-and-so-on', oddNames[1])
    await login('ada', 'LAPTOP-1', 'Laptop')
    await login('ada', 'LAPTOP-2', undefined, { hwid_components: { disk: '0a'.repeat(16) } })
    expect((await login('ada', 'TABLET')).code).toBe('device_limit_reached')
    await ui.load(`${base()}?section=users&user=${id}`)
    await devices().getByText('3 of 3').waitFor()
    await devices().getByText('Unnamed device').waitFor()
    await devices().getByText('Components known: disk').waitFor()
    expect(await faults()).toEqual([])

    await ui.press('Rename LAPTOP-2', devices())
    await walk.page.getByRole('dialog', { name: 'Rename Device' }).getByLabel('Name').fill('Old laptop')
    // at this width: the drawer of another one asks anew
    expect(await walk.watched.violations()).toEqual([])
    await ui.press('Save')
    await devices().getByText('Old laptop').waitFor()

    await ui.press('Release Laptop', devices())
    await ui.confirmation().getByText('can no longer log in').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await ui.press('Cancel', ui.confirmation())
    expect(await names(id)).toEqual([oddNames[1], 'Laptop', 'Old laptop'])
    await ui.press('Release Laptop', devices())
    await ui.press('Release Device', ui.confirmation())
    await devices().getByText('2 of 3').waitFor()
    expect(await names(id)).toEqual([oddNames[1], 'Old laptop'])
    expect((await login('ada', 'TABLET')).code).toBe('login_successful')
  })

  it('explain a refusal: how many there are, and how many there may be', async () => {
    await newUser(walk.server, application, { username: 'bea' })
    for (const hwid of ['A', 'B', 'C', 'D']) await login('bea', `PC-${hwid}`)
    await ui.open(`${base()}?section=users`)
    await ui.press('Check Login')
    await ui.dialog().getByLabel('Username').fill('bea')
    await ui.press('Check', ui.dialog())
    const stopped = ui.dialog().getByRole('listitem').filter({ hasText: 'All devices of the user are taken' })
    await stopped.getByText('Stops a login now').waitFor()
    await stopped.getByText('3 of 3').waitFor()
    expect(await faults()).toEqual([])
  })

  it('and live sessions are limited by a license, and devices by the user', async () => {
    const { id } = await ownerCall<{ id: number }>(walk.server, 'POST', `${api()}/licenses`, {})
    await ui.open(`${base()}?section=licenses&license=${id}`)
    await ui.press('Edit', ui.dialog())
    const form = walk.page.getByRole('dialog', { name: 'Edit License' })
    await form.getByLabel('Devices per user').fill('2')
    await form.getByLabel('Live sessions').fill('1001')
    await ui.press('Save Changes', form)
    await ui.seen('Must be 1,000 or less.')
    await form.getByLabel('Live sessions').fill('5')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', form)
    await ui.seen('at most 2 per user')
    await ui.seen('at most 5 in total')
    expect(await faults()).toEqual([])

    const user = await newUser(walk.server, application, { username: 'cyd' })
    await ui.open(`${base()}?section=users&user=${user.id}`)
    await ui.press('Edit', ui.dialog())
    const own = walk.page.getByRole('dialog', { name: 'Edit User' })
    await own.getByLabel('Devices').fill('7')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', own)
    await devices().getByText('0 of 7').waitFor()
  })
})
