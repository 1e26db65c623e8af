import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, openSuite, type Suite, type World } from '../../../../test/client-scenarios/world.ts'
import { describeOnBothDatabases } from '../../../../test/databases.ts'

const minuteMs = 60_000

describeOnBothDatabases('a registration whose answer was lost', (open) => {
  let suite: Suite
  let world: World
  beforeAll(async () => {
    suite = await openSuite(await open(), { RATE_LIMIT_SCALE: '1000' })
    world = await createWorld(suite, suite.maker)
  })
  afterAll(() => suite.test.close())

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

  test('sent eight times at once takes one seat, makes one user and one event, and every answer is a success', async () => {
    const { license, sends } = await newcomer(8)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.register(sends)))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['user_registered']))
    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1)
    expect(await seats(license.id)).toBe(1)
    expect(await registrations(sends.username)).toBeLessThanOrEqual(1)
  })
})
