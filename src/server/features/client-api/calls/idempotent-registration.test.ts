import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { importFile } from '../../../../../test/harness/import-file.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../../test/harness/world.ts'

const minuteMs = 60_000

describeOnBothDatabases('a registration whose answer was lost', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let world: World
  beforeAll(async () => {
    world = await createWorld(suite, suite.maker)
  })

  let names = 0
  const newcomer = async (maxUsers = 1) => {
    names += 1
    const license = await world.license({ maxUsers })
    return {
      license,
      sends: { username: `lost ${names}`, password: 'a long password', license_key: license.licenseKey },
    }
  }
  const seats = async (licenseId: number) =>
    (await suite.test.stores.licenses.find(world.applicationId, licenseId))?.currentUsers
  const registrations = async (username: string) => {
    const rows = await suite.test.stores.activity.list([world.applicationId], {}, undefined, 1000)
    return rows.filter((row) => row.event === 'user_registration' && row.username === username).length
  }

  test('answers the same when it is sent again within ten minutes, on the last seat too', async () => {
    const { license, sends } = await newcomer()
    const first = await world.register(sends)
    suite.test.clock.advance(10 * minuteMs - 1)
    const again = await world.register({ ...sends, username: ` ${sends.username.toUpperCase()} ` })
    expect(again.status).toBe(first.status)
    const { request_id: _one, ...firstBody } = first.body as unknown as Record<string, unknown>
    const { request_id: _two, ...againBody } = again.body as unknown as Record<string, unknown>
    expect(againBody).toEqual(firstBody)
    expect(await seats(license.id)).toBe(1)
  })

  test('is a taken name after ten minutes', async () => {
    const { sends } = await newcomer(2)
    await world.register(sends)
    suite.test.clock.advance(10 * minuteMs)
    expect((await world.register(sends)).body.code).toBe('username_taken')
  })

  test('is a taken name with another password, and a full license stays full', async () => {
    const { license, sends } = await newcomer(2)
    await world.register(sends)
    expect((await world.register({ ...sends, password: 'another password' })).body.code).toBe('username_taken')
    const other = await newcomer()
    await world.register(other.sends)
    expect((await world.register({ ...other.sends, password: 'another password' })).body.code).toBe('license_full')
    expect(await seats(license.id)).toBe(1)
  })

  test('is a taken name with another license, or without one', async () => {
    const { sends } = await newcomer(2)
    const other = await newcomer(2)
    await world.register(sends)
    expect((await world.register({ ...sends, license_key: other.sends.license_key })).body.code).toBe('username_taken')
    expect((await world.register({ ...sends, license_key: undefined })).body.code).toBe('username_taken')
    expect(await seats(other.license.id)).toBe(0)
  })

  const dayMs = 24 * 60 * minuteMs
  const full = {
    email: 'ada@example.com',
    hwid: 'PC-1',
    expiresAt: () => new Date(suite.test.clock.nowMs() + dayMs).toISOString(),
  }
  const registered = async () => {
    const { sends, license } = await newcomer(3)
    const body = { ...sends, email: full.email, hwid: full.hwid, expiresAt: full.expiresAt() }
    const { body: said } = await world.register(body)
    expect(said.code).toBe('user_registered')
    return { body, license, user: { id: Number(said.user_id), username: sends.username } }
  }
  const code = async (body: object) => (await world.register(body)).body.code

  test('answers the same with e-mail, hardware id and expiry, though the application sets a length in days', async () => {
    const open = await createWorld(suite, suite.maker, { registrationDays: 30 })
    const body = { username: 'in days', email: full.email, hwid: full.hwid }
    const first = await open.register(body)
    suite.test.clock.advance(5 * minuteMs)
    const again = await open.register(body)
    expect(again.body).toMatchObject({ code: 'user_registered', expires_at: first.body.expires_at, email: full.email })
  })

  test.each([
    ['another e-mail address', { email: 'bob@example.com' }],
    ['no e-mail address', { email: undefined }],
    ['another hardware id', { hwid: 'PC-2' }],
    ['no hardware id', { hwid: undefined }],
    ['another expiry', { expiresAt: '2099-01-01T00:00:00.000Z' }],
    ['no expiry', { expiresAt: undefined }],
  ])('is a taken name with %s, and tells nothing of the account', async (_name, changed) => {
    const { body } = await registered()
    const answer = await world.register({ ...body, ...changed })
    expect(answer.status).toBe(409)
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'message', 'request_id', 'success'])
    expect(answer.body.code).toBe('username_taken')
    expect(await code(body)).toBe('user_registered')
  })

  test.each([
    ['banned', { isBanned: true }],
    ['paused', { isPaused: true }],
    ['switched off', { isActive: false }],
    ['expired', { expiresAt: new Date(0) }],
    ['given another e-mail address', { email: 'new@example.com' }],
    ['freed of the lock', { isHwidLocked: false }],
    ['unbound', { hwid: null }],
    ['given another machine', { hwid: 'PC-9' }],
  ])('is a taken name once the user was %s', async (_name, change) => {
    const { body, user } = await registered()
    await suite.test.stores.transaction((tx) => tx.appUsers.update(world.applicationId, user.id, change))
    expect(await code(body)).toBe('username_taken')
  })

  test('is a taken name once the maker gave another password, with either', async () => {
    const { body, user } = await registered()
    await world.dashboard('PUT', `${world.base}/users/${user.id}`, { password: 'given by the maker' })
    expect(await code(body)).toBe('username_taken')
    expect(await code({ ...body, password: 'given by the maker' })).toBe('username_taken')
  })

  test('is refused once its license is off or the user is on the blacklist', async () => {
    const off = await registered()
    await world.changeLicense(off.license.id, { isActive: false })
    expect(await code(off.body)).toBe('license_inactive')
    const blocked = await registered()
    await world.block('username', blocked.user.username)
    expect(await code(blocked.body)).toBe('access_blocked')
  })

  test('is a taken name where the maker or a file made the user, whatever is sent with the right password', async () => {
    const made = { username: 'made by the maker', password: 'a long password' }
    await world.dashboard('POST', `${world.base}/users`, made)
    const file = 'username,password\nmade by a file,a long password\n'
    const query = { kind: 'users', format: 'csv' }
    await importFile(suite.test, suite.maker, world.applicationId, query, file)
    for (const body of [made, { ...made, username: 'made by a file' }]) {
      expect((await world.login(body, { password: body.password, hwid: 'PC-1' })).body.code).toBe('login_successful')
      for (const more of [{}, { hwid: 'PC-1' }, { hwid: 'PC-2' }]) {
        expect(await code({ ...body, ...more })).toBe('username_taken')
      }
    }
  })

  test('sent eight times at once takes one seat, makes one user and one event, and every answer is a success', async () => {
    const { license, sends } = await newcomer(8)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.register(sends)))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['user_registered']))
    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1)
    expect(await seats(license.id)).toBe(1)
    expect(await registrations(sends.username)).toBeLessThanOrEqual(1)
  })
})
