import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { clientCall, ownerCall, seedApplication, type WalkApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, type WatchedPage } from './watched-page.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly isPaused: boolean
}

/** Many users and licenses at once, and one user in depth: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('users and licenses in depth', () => {
  let walk: Walk
  let server: RunningServer
  let application: WalkApplication
  let watched: WatchedPage
  let page: Page
  let hands: PageActions

  beforeAll(async () => {
    walk = await openWalk()
    ;({ server, watched, page, hands } = walk)
    application = await seedApplication(server, 130)
  })
  afterEach(() => expect(watched.problems).toEqual([]))
  afterAll(() => walk?.close())

  const base = () => `/app/${application.id}`
  const api = () => `/api/applications/${application.id}`
  const users = () => ownerCall<User[]>(server, 'GET', `${api()}/users`)
  const userNamed = async (name: string) => {
    const found = (await users()).find(({ username }) => username === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const pausedCount = async () => (await users()).filter(({ isPaused }) => isPaused).length
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const choose = async (menu: string, entry: string) => {
    await hands.press(menu)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const faults = () => findFaultsAtBothWidths(watched)

  it('pauses all that match after a preview, says what came of it, and takes it back', async () => {
    const before = await pausedCount()
    await hands.open(`${base()}?section=users&sort=username:asc`)
    await box('user_000').click()
    await box('user_003').click({ modifiers: ['Shift'] })
    await hands.seen('4 selected')
    await box('user_003').press('ArrowDown')
    await page.keyboard.press('Space')
    await hands.seen('5 selected')
    expect(await faults()).toEqual([])
    await hands.press('Select all 130 matching')
    await box('user_001').click()
    await hands.seen('129 selected')
    await hands.press('Pause')
    await hands.seen(/^\d+ of 129 users will change\.$/)
    expect(await pausedCount()).toBe(before)
    expect(await faults()).toEqual([])
    await hands
      .dialog()
      .getByRole('button', { name: /^Pause \d+ users$/ })
      .click()
    await hands.seen(/^\d+ users paused\.$/)
    const isPaused = async (name: string) => (await userNamed(name)).isPaused
    expect(await pausedCount()).toBe(129)
    expect([await isPaused('user_000'), await isPaused('user_001')]).toEqual([true, false])
    expect(await faults()).toEqual([])
    await hands.press('Undo', hands.dialog())
    await hands.seen('Undone.')
    expect(await pausedCount()).toBe(before)
  })

  it('saves the selected rows to a file and deletes them for good, users and keys', async () => {
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), choose('Actions', 'Export')])
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    /** The window stays with its result when the rows are gone. */
    const remove = async (rows: string) => {
      await choose('Actions', 'Delete')
      await hands.seen(`${rows} will be deleted.`)
      await hands.seen('This action cannot be undone.')
      expect(await faults()).toEqual([])
      await hands.press(`Delete ${rows}`, hands.dialog())
      await hands.seen(`${rows} deleted.`)
      expect(await hands.button('Undo', hands.dialog()).count()).toBe(0)
      expect(await faults()).toEqual([])
      await hands.press('Close', hands.dialog().locator('footer'))
    }
    await hands.open(`${base()}?section=users&q=user_10&sort=username:asc`)
    await box('user_100').click()
    await box('user_103').click({ modifiers: ['Shift'] })
    const users4 = await saved()
    expect([users4.name, users4.text.match(/user_\d+/g)]).toEqual([
      `users-${application.id}.csv`,
      ['user_103', 'user_102', 'user_101', 'user_100'].sort(),
    ])
    const before = (await users()).length
    await remove('4 users')
    await hands.gone(box('user_103'))
    expect((await users()).map(({ username }) => username)).not.toContain('user_100')
    expect([(await users()).length, await hands.row('user_104').count()]).toEqual([before - 4, 1])
    await hands.open(`${base()}/licenses?sort=expiresAt:asc`)
    await page.getByRole('checkbox', { name: /^Select KW-SOON/ }).click()
    const keys1 = await saved()
    expect(keys1.text.match(/KW-[\w-]+/g)).toEqual(['KW-SOON-0005-EEEE'])
    await remove('1 license key')
    await hands.gone(hands.row('KW-SOON'))
    expect(await hands.row('KW-ACTIVE').count()).toBe(1)
  })

  it("takes KeyAuth's files of users and of keys as they are", async () => {
    const load = async (name: string, content: object) => {
      const buffer = Buffer.from(JSON.stringify(content))
      await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer })
      expect(await hands.dialog().getByLabel('Format').inputValue()).toBe('keyauth')
    }
    const imported = async (rows: string) => {
      expect(await faults()).toEqual([])
      await hands.press('Try File')
      await hands.seen(`${rows} would be imported.`)
      await hands.press(`Import ${rows}`)
      await hands.seen(`${rows} imported.`)
      await hands.press('Close', hands.dialog().locator('footer'))
    }
    await hands.open(`${base()}?section=users`)
    await choose('Import and export', 'Import users')
    const password = `$2y$10$${'e'.repeat(53)}`
    await load('KeyAuthUsers.json', {
      users: [
        { username: 'ka_ann', email: 'ann@example.com', password, hwid: 'KA-1', banned: null },
        { username: 'ka_bob', email: null, password: null, hwid: null, banned: 'Chargeback' },
      ],
      subscription: [{ user: 'ka_ann', subscription: 'default', expiry: '9999999999' }],
    })
    await hands.dialog().getByLabel('Hardware ids').selectOption('keep')
    await imported('2 users')
    await hands.row('ka_bob').getByText('Banned').waitFor()
    expect(await userNamed('ka_ann')).toMatchObject({ hwid: 'KA-1', email: 'ann@example.com', isActive: true })
    expect(await userNamed('ka_bob')).toMatchObject({ isBanned: true, isActive: false })
    await hands.open(`${base()}/licenses`)
    await choose('Import and export', 'Import license keys')
    await load('KeyAuthKeys.json', { keys: [{ key: 'KEYAUTH-AB12CD', level: '1', expiry: 30 }] })
    await hands.dialog().getByLabel('Keys', { exact: true }).selectOption('inactive')
    await imported('1 license key')
    await hands.row('KEYAUTH-AB12CD').getByText('Inactive').waitFor()
  })

  it('tries a file first, names the row that is wrong, and imports the rest', async () => {
    const rows = 'username,email\nimported_ann,ann@example.com\nimported_bob,no-address\n'
    const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    const names = async () => (await users()).map(({ username }) => username)
    await hands.open(`${base()}?section=users`)
    await choose('Import and export', 'Import users')
    await page.getByLabel('File to import').setInputFiles(file)
    await hands.press('Try File')
    await hands.seen('1 user would be imported.')
    await hands.dialog().getByText('Line 3').waitFor()
    await hands.dialog().getByText('imported_bob').waitFor()
    expect(await names()).not.toContain('imported_ann')
    expect(await faults()).toEqual([])
    await hands.press('Import 1 user')
    await hands.seen('1 user imported.')
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press('Download Report')])
    expect(download.suggestedFilename()).toBe('import-report.csv')
    await hands.press('Close', hands.dialog().locator('footer'))
    await hands.row('imported_ann').waitFor()
    expect(await names()).not.toContain('imported_bob')
  })

  it('shows a user in depth, ends the sessions, and undoes a reset long after its toast', async () => {
    const user = await userNamed('user_000')
    const machine = { username: 'user_000', password: 'pw123456', hwid: 'machine-0' }
    await clientCall(server, application, 'login', machine)
    for (let i = 0; i < 3; i += 1) {
      await clientCall(server, application, 'session/track', { action: 'start', user_id: user.id, hwid: 'machine-0' })
    }
    const sessions = () => ownerCall<unknown[]>(server, 'GET', `${api()}/sessions?userId=${user.id}`)
    expect(await sessions()).toHaveLength(3)
    await hands.open(`${base()}?section=users`)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user_000')
    await hands.press('user_000')
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe(String(user.id))
    await hands.seen('Can sign in.')
    await hands.dialog().getByText('machine-0').first().waitFor()
    expect(await faults()).toEqual([])
    const ends = hands.dialog().getByRole('button', { name: 'End session from 127.0.0.1' })
    await ends.first().click()
    await ends.nth(2).waitFor({ state: 'detached' })
    expect(await sessions()).toHaveLength(2)
    await hands.press('End all', hands.dialog())
    await hands.seen(/^None\. Live means/)
    expect(await sessions()).toEqual([])
    await hands.press('Reset HWID', hands.dialog())
    await hands.press('Undo: HWID reset', hands.dialog())
    await hands.gone(page.getByRole('button', { name: 'Undo: HWID reset' }))
    expect(await ownerCall(server, 'GET', `${api()}/users/${user.id}`)).toMatchObject({ hwid: 'machine-0' })
    await hands.press('Pause', hands.dialog())
    await hands.seen('Cannot sign in: paused.')
    await page.locator('[aria-live="off"]').getByRole('button', { name: 'Undo' }).click()
    await hands.seen('Can sign in.')
    await page.goBack()
    await hands.gone(hands.dialog())
  })

  it('says why a banned user was refused, and what would happen to a name nobody has', async () => {
    await clientCall(server, application, 'login', { username: 'user_007', password: 'pw123456', hwid: 'machine-7' })
    await hands.open(`${base()}?section=users`)
    await hands.press('Why refused?')
    await hands.dialog().getByLabel('Username').fill('user_007')
    await hands.press('Check', hands.dialog())
    await hands.seen('A login would be refused now.')
    const banned = hands.dialog().getByRole('listitem').filter({ hasText: 'The account is banned.' })
    await banned.getByText('Stops it now').waitFor()
    await banned.getByText('Stopped the last attempt').waitFor()
    expect(await hands.dialog().getByRole('listitem').getByRole('img', { name: 'Failed' }).count()).toBe(1)
    expect(await faults()).toEqual([])
    await hands.dialog().getByLabel('Username').fill('nobody-here')
    await hands.press('Check Again', hands.dialog())
    await hands.seen('Nobody in this application has this name.')
  })

  it('bans with a reason, machine and address, and takes all of it back; an extended license too', async () => {
    const entries = () => ownerCall<{ type: string; value: string }[]>(server, 'GET', `/api/blacklist?${of}`)
    const of = `applicationId=${application.id}`
    const login = async () =>
      (
        await clientCall(server, application, 'login', {
          username: 'user_004',
          password: 'pw123456',
          hwid: 'machine-4',
        })
      ).code
    expect(await login()).toBe('login_successful')
    await hands.open(`${base()}?section=users&q=user_004`)
    await choose('Actions for user_004', 'Ban')
    await hands.dialog().getByLabel('Reason (Optional)').fill('Chargeback')
    await hands.dialog().getByLabel('Also blacklist the HWID').check()
    await hands.dialog().getByLabel('Also blacklist the last IP').check()
    await hands.seen(/Your own address is one of those it blocks\.$/)
    expect(await faults()).toEqual([])
    await hands.press('Ban User', hands.dialog())
    await hands.seen('User banned successfully')
    await hands.row('user_004').getByText('Banned').waitFor()
    const listed = (await entries()).map(({ type, value }) => `${type} ${value}`)
    expect(listed.sort()).toEqual(['hwid machine-4', 'ip 127.0.0.1'])
    await hands.press('Undo')
    await hands.seen('User unbanned successfully')
    expect(await entries()).toEqual([])
    await expect.poll(login).toBe('login_successful')

    const expiry = async () =>
      (await ownerCall<{ expiresAt: string }[]>(server, 'GET', `${api()}/licenses?q=KW-FULL-0002-BBBB`))[0]
    const before = await expiry()
    await hands.open(`${base()}?section=users&user=${(await userNamed('licensed')).id}`)
    await hands.press('Extend license by 30 days', hands.dialog())
    await hands.seen('License extended')
    expect((await expiry())?.expiresAt).not.toBe(before?.expiresAt)
    await page.locator('[aria-live="off"]').getByRole('button', { name: 'Undo' }).click()
    await hands.seen('Undone')
    expect(await expiry()).toEqual(before)
  })

  it('takes back what the server refuses, with its words', async () => {
    await hands.open(`${base()}?section=users&q=user_010`)
    await page.route('**/pause', (route) =>
      route.fulfill({ status: 503, json: { message: 'The server is stopping.', code: 'stopping' } }),
    )
    await choose('Actions for user_010', 'Pause')
    await hands.seen('The server is stopping.')
    await hands.row('user_010').getByText('Active').waitFor()
    await page.unroute('**/pause')
    await choose('Actions for user_010', 'Pause')
    await hands.row('user_010').getByText('Paused').waitFor()
    await hands.press('Undo')
    await hands.row('user_010').getByText('Active').waitFor()
    expect((await userNamed('user_010')).isPaused).toBe(false)
  })
})
