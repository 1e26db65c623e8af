import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newUser, ownerCall, seedApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly isPaused: boolean
}

/** Many users and licenses at once, and one user in depth: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('users and licenses in depth', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 130))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const api = () => `/api/applications/${application.id}`
  const users = () => ownerCall<User[]>(walk.server, 'GET', `${api()}/users`)
  const userNamed = async (name: string) => {
    const found = (await users()).find(({ username }) => username === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const pausedCount = async () => (await users()).filter(({ isPaused }) => isPaused).length
  const box = (name: string) => walk.page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const faults = () => findFaultsAtBothWidths(walk.watched)

  it('pauses all that match after a preview, says what came of it, and takes it back', async () => {
    const before = await pausedCount()
    await ui.open(`${base()}?section=users&sort=username:asc`)
    await box('user_000').click()
    await box('user_003').click({ modifiers: ['Shift'] })
    await ui.seen('4 selected')
    await box('user_003').press('ArrowDown')
    await walk.page.keyboard.press('Space')
    await ui.seen('5 selected')
    // so that the bar covers no button by half
    await walk.page.mouse.wheel(0, 26)
    expect(await faults()).toEqual([])
    await ui.press('Select all 130 matching')
    await box('user_001').click()
    await ui.seen('129 selected')
    await ui.press('Pause')
    await ui.seen(/^\d+ of 129 users will change\.$/)
    expect(await pausedCount()).toBe(before)
    expect(await faults()).toEqual([])
    await ui
      .dialog()
      .getByRole('button', { name: /^Pause \d+ users$/ })
      .click()
    await ui.seen(/^\d+ users paused\.$/)
    const isPaused = async (name: string) => (await userNamed(name)).isPaused
    expect(await pausedCount()).toBe(129)
    expect([await isPaused('user_000'), await isPaused('user_001')]).toEqual([true, false])
    expect(await faults()).toEqual([])
    await ui.press('Undo', ui.dialog())
    await ui.seen('Undone.')
    expect(await pausedCount()).toBe(before)
  })

  it('saves the selected rows to a file and deletes them for good, users and keys', async () => {
    const saved = async () => {
      const [download] = await Promise.all([walk.page.waitForEvent('download'), ui.choose('Actions', 'Export')])
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    /** The window stays with its result when the rows are gone. */
    const remove = async (rows: string) => {
      await ui.choose('Actions', 'Delete')
      await ui.seen(`${rows} will be deleted.`)
      await ui.seen('This action cannot be undone.')
      expect(await faults()).toEqual([])
      await ui.press(`Delete ${rows}`, ui.dialog())
      await ui.seen(`${rows} deleted.`)
      expect(await ui.button('Undo', ui.dialog()).count()).toBe(0)
      expect(await faults()).toEqual([])
      await ui.press('Close', ui.dialog().locator('footer'))
    }
    await ui.open(`${base()}?section=users&q=user_10&sort=username:asc`)
    await box('user_100').click()
    await box('user_103').click({ modifiers: ['Shift'] })
    const users4 = await saved()
    expect([users4.name, users4.text.match(/user_\d+/g)]).toEqual([
      `users-${application.id}.csv`,
      ['user_103', 'user_102', 'user_101', 'user_100'].sort(),
    ])
    const before = (await users()).length
    await remove('4 users')
    await ui.gone(box('user_103'))
    expect((await users()).map(({ username }) => username)).not.toContain('user_100')
    expect([(await users()).length, await ui.row('user_104').count()]).toEqual([before - 4, 1])
    await ui.open(`${base()}/licenses?sort=expiresAt:asc`)
    await walk.page.getByRole('checkbox', { name: /^Select KW-SOON/ }).click()
    const keys1 = await saved()
    expect(keys1.text.match(/KW-[\w-]+/g)).toEqual(['KW-SOON-0005-EEEE'])
    await remove('1 license key')
    await ui.gone(ui.row('KW-SOON'))
    expect(await ui.row('KW-ACTIVE').count()).toBe(1)
  })

  it('shows a user in depth, ends the sessions, and undoes a reset long after its toast', async () => {
    const user = await userNamed('user_000')
    const machine = { username: 'user_000', password: 'pw123456', hwid: 'machine-0' }
    await clientCall(walk.server, application, 'login', machine)
    for (let i = 0; i < 3; i += 1) {
      await clientCall(walk.server, application, 'session/track', {
        action: 'start',
        user_id: user.id,
        hwid: 'machine-0',
      })
    }
    const sessions = () => ownerCall<unknown[]>(walk.server, 'GET', `${api()}/sessions?userId=${user.id}`)
    expect(await sessions()).toHaveLength(3)
    await ui.open(`${base()}?section=users`)
    await walk.page.getByRole('searchbox', { name: 'Search users' }).fill('user_000')
    await ui.press('user_000')
    await expect.poll(() => new URL(walk.page.url()).searchParams.get('user')).toBe(String(user.id))
    await ui.seen('Can log in.')
    await ui.dialog().getByText('machine-0').first().waitFor()
    expect(await faults()).toEqual([])
    const ends = ui.dialog().getByRole('button', { name: 'End session from 127.0.0.1' })
    await ends.first().click()
    await ends.nth(2).waitFor({ state: 'detached' })
    expect(await sessions()).toHaveLength(2)
    await ui.press('End All', ui.dialog())
    await ui.seen(/^None\. A session is live/)
    expect(await sessions()).toEqual([])
    await ui.press('Reset HWID', ui.dialog())
    await ui.press('Undo: HWID reset', ui.dialog())
    await ui.gone(walk.page.getByRole('button', { name: 'Undo: HWID reset' }))
    expect(await ownerCall(walk.server, 'GET', `${api()}/users/${user.id}`)).toMatchObject({ hwid: 'machine-0' })
    await ui.press('Pause', ui.dialog())
    await ui.seen("Can't log in: paused.")
    await walk.page.locator('[aria-live="off"]').getByRole('button', { name: 'Undo' }).click()
    await ui.seen('Can log in.')
    await walk.page.goBack()
    await ui.gone(ui.dialog())
  })

  it('leaves expired users as they are unless told otherwise, and says how many would come back', async () => {
    for (const [username, expiresAt] of [
      ['span_ran', '2020-01-01T00:00:00.000Z'],
      ['span_runs', '2031-01-01T00:00:00.000Z'],
    ] as const) {
      await newUser(walk.server, application, { username, expiresAt })
    }
    await ui.open(`${base()}?section=users&q=span_&sort=username:asc`)
    await box('span_ran').click()
    await box('span_runs').click()
    await ui.choose('Actions', 'Add or subtract days')
    await ui.seen('1 of 2 users will change.')
    expect(await ui.dialog().getByText('would come back').count()).toBe(0)
    await ui.field('Already Expired').selectOption('Count from now')
    await ui.seen('2 users will change.')
    await ui.seen('1 expired user would become active again.')
    expect(await faults()).toEqual([])
    await ui.field('Already Expired').selectOption('Leave as it is')
    await ui.press('Add 30 days to 1 user', ui.dialog())
    await ui.seen('1 user changed.')
    const stored = async (name: string) => (await userNamed(name)) as User & { readonly expiresAt: string }
    expect((await stored('span_ran')).expiresAt).toBe('2020-01-01T00:00:00.000Z')
    expect((await stored('span_runs')).expiresAt).toBe('2031-01-31T00:00:00.000Z')
  })

  it('bans with a reason, machine and address, and takes all of it back; an extended license too', async () => {
    const entries = () => ownerCall<{ type: string; value: string }[]>(walk.server, 'GET', `/api/blacklist?${of}`)
    const of = `applicationId=${application.id}`
    const login = async () =>
      (
        await clientCall(walk.server, application, 'login', {
          username: 'user_004',
          password: 'pw123456',
          hwid: 'machine-4',
        })
      ).code
    expect(await login()).toBe('login_successful')
    await ui.open(`${base()}?section=users&q=user_004`)
    await ui.choose('Actions for user_004', 'Ban')
    await ui.dialog().getByLabel('Reason (Optional)').fill('Chargeback')
    await ui.dialog().getByLabel('Also blacklist the HWID').check()
    await ui.dialog().getByLabel('Also blacklist the last IP').check()
    await ui.seen(/It also blocks your own IP address\.$/)
    expect(await faults()).toEqual([])
    await ui.press('Ban User', ui.dialog())
    await ui.seen('User banned successfully')
    await ui.row('user_004').getByText('Banned').waitFor()
    const listed = (await entries()).map(({ type, value }) => `${type} ${value}`)
    expect(listed.sort()).toEqual(['hwid machine-4', 'ip 127.0.0.1'])
    await ui.press('Undo')
    await ui.seen('User unbanned successfully')
    expect(await entries()).toEqual([])
    await expect.poll(login).toBe('login_successful')

    const expiry = async () =>
      (await ownerCall<{ expiresAt: string }[]>(walk.server, 'GET', `${api()}/licenses?q=KW-FULL-0002-BBBB`))[0]
    const before = await expiry()
    await ui.open(`${base()}?section=users&user=${(await userNamed('licensed')).id}`)
    await ui.press('Extend license by 30 days', ui.dialog())
    await ui.seen('License extended')
    expect((await expiry())?.expiresAt).not.toBe(before?.expiresAt)
    await walk.page.locator('[aria-live="off"]').getByRole('button', { name: 'Undo' }).click()
    await ui.seen('Undone')
    expect(await expiry()).toEqual(before)
  })

  it('takes back what the server refuses, with its words', async () => {
    await ui.open(`${base()}?section=users&q=user_010`)
    await walk.page.route('**/pause', (route) =>
      route.fulfill({ status: 503, json: { message: 'The server is stopping.', code: 'stopping' } }),
    )
    await ui.choose('Actions for user_010', 'Pause')
    await ui.seen('The server is stopping.')
    await ui.row('user_010').getByText('Active').waitFor()
    await walk.page.unroute('**/pause')
    await ui.choose('Actions for user_010', 'Pause')
    await ui.row('user_010').getByText('Paused').waitFor()
    await ui.press('Undo')
    await ui.row('user_010').getByText('Active').waitFor()
    expect((await userNamed('user_010')).isPaused).toBe(false)
  })
})
