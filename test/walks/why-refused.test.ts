import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newUser, ownerCall, seedApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Why a user can't log in: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the check of a login', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 20))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const api = () => `/api/applications/${application.id}`
  const userNamed = async (name: string) => {
    const users = await ownerCall<{ id: number; username: string }[]>(walk.server, 'GET', `${api()}/users`)
    const found = users.find(({ username }) => username === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const faults = () => findFaultsAtBothWidths(walk.watched)

  it('says why a banned user was refused, and what would happen to a name nobody has', async () => {
    await clientCall(walk.server, application, 'login', {
      username: 'user_007',
      password: 'pw123456',
      hwid: 'machine-7',
    })
    await ui.open(`${base()}?section=users`)
    await ui.press('Check Login')
    await ui.dialog().getByLabel('Username').fill('user_007')
    await ui.press('Check', ui.dialog())
    await ui.seen('A login would be rejected now.')
    const banned = ui.dialog().getByRole('listitem').filter({ hasText: 'The user is banned.' })
    await banned.getByText('Stops a login now').waitFor()
    await banned.getByText('Stopped the last attempt').waitFor()
    const checks = ui.dialog().getByRole('list', { name: 'Checks in order' }).getByRole('listitem')
    const icons = await checks.getByRole('img').evaluateAll((all) => all.map((icon) => icon.getAttribute('aria-label')))
    // The one that fails stands first; a login reaches none of those behind it.
    const place = Number(/\d+/.exec(await checks.first().innerText())?.[0])
    expect(await checks.first().innerText()).toContain('The user is banned.')
    expect(icons).toEqual([
      'Failed',
      ...Array(place - 1).fill('Passed'),
      ...Array(icons.length - place).fill('Not reached'),
    ])
    expect(await checks.last().innerText()).toMatch(new RegExp(`^${icons.length}\\. `))
    expect(await faults()).toEqual([])
    await ui.dialog().getByLabel('Username').fill('nobody-here')
    await ui.press('Check Again', ui.dialog())
    await ui.seen('This application has no user with this name.')
  })

  it('says that no session can begin while a floating license is in use as often as it may be', async () => {
    const { licenseKey: license_key } = await ownerCall<{ licenseKey: string }>(
      ...([walk.server, 'POST', `${api()}/licenses`, { maxUsers: 2, maxSessions: 1 }] as const),
    )
    const register = (username: string) =>
      clientCall(walk.server, application, 'register', { username, password: 'pw123456', license_key })
    const { user_id } = await register('at-work')
    await register('waiting')
    await clientCall(walk.server, application, 'session/track', { action: 'start', user_id })
    await ui.open(`${base()}?section=users`)
    await ui.press('Check Login')
    await ui.dialog().getByLabel('Username').fill('waiting')
    await ui.press('Check', ui.dialog())
    await ui.seen('A login would pass now.')
    await ui.seen('After the login no session can begin: all that are allowed are in use.')
    await ui.seen('Sessions of all users of the license: 1 of 1 in use.')
    expect(await faults()).toEqual([])
  })

  it('says the same in the headline of a user and in the check of a login, and in the list of attempts', async () => {
    const name = 'checked'
    await newUser(walk.server, application, { username: name })
    const attempt = (hwid: string) =>
      clientCall(walk.server, application, 'login', { username: name, password: 'pw123456', hwid })
    await attempt('machine-11')
    await ui.open(`${base()}?section=users&user=${(await userNamed(name)).id}`)
    await ui.dialog().getByText('Can log in.').waitFor()
    const fact = (label: string) =>
      ui.dialog().locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').first()
    const [latest] = await ui.dialog().getByRole('list').last().getByRole('listitem').all()
    expect(await fact('Last IP').innerText()).toBe('127.0.0.1')
    expect(await latest?.innerText()).toContain('127.0.0.1')
    const times = [fact('Last login'), latest].map((place) => place?.locator('time').getAttribute('datetime'))
    const [lastLogin = '', attempted = ''] = await Promise.all(times)
    expect(Math.abs(Date.parse(String(lastLogin)) - Date.parse(String(attempted)))).toBeLessThan(1000)

    expect((await attempt('another-machine')).code).toBe('hwid_mismatch')
    await ui.dialog().getByText("Can't log in: the last attempt came from another device.").waitFor()
    expect(await ui.dialog().getByText('Can log in').count()).toBe(0)
    await ui.press('Check Login', ui.dialog())
    await ui.seen('A login would be rejected now.')
    expect(await ui.dialog().getByText('Can log in').count()).toBe(0)
    expect(await faults()).toEqual([])
  })
})
