import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type Person, type World } from '../../../../test/harness/world.ts'

const dayMs = 24 * 60 * 60 * 1000
const node = 'keywright-node/0.1.0'

interface Row {
  readonly client: string
  readonly language: string | null
  readonly version: string | null
  readonly logins: number
  readonly liveSessions: number
  readonly lastSeen: string | null
  readonly state: string | null
}

describeOnBothDatabases('clients in use', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World
  let user: Person
  beforeEach(async () => {
    w = await createWorld(suite, suite.maker)
    user = await w.user()
  })

  const sent = (client?: string) => ({ headers: client === undefined ? {} : { 'x-client': client } })
  const clients = async (range = '') => {
    const reply = await w.maker.api<Row[]>('GET', `${w.base}/stats/clients${range}`)
    expect(reply.status).toBe(200)
    return reply.body
  }
  const stored = () =>
    suite.database.reads
      .selectFrom('client_days')
      .selectAll()
      .where('application_id', '=', w.applicationId)
      .orderBy('client')
      .execute()

  test('are counted by successful logins and by live sessions, by what X-Client names', async () => {
    await w.login(user, {}, sent(node))
    await w.login(user, {}, sent(node))
    await w.login(user, {}, sent('keywright-cobol/0.1.0'))
    await w.login(user, {})
    await w.login(user, { password: 'wrong' }, sent(node))
    await w.session(user, {}, sent(node))
    const lastSeen = w.clock.now().toISOString()
    expect(await clients()).toEqual([
      { client: node, language: 'node', version: '0.1.0', logins: 2, liveSessions: 1, lastSeen, state: 'current' },
      { client: 'custom', language: null, version: null, logins: 1, liveSessions: 0, lastSeen, state: null },
      { client: 'other', language: null, version: null, logins: 1, liveSessions: 0, lastSeen, state: null },
    ])
  })

  test('count sign-ins with a license key too', async () => {
    await w.settings({ licenseLogin: true })
    const { licenseKey } = await w.license()
    const { body } = await w.send(
      '/api/v1/license',
      { license_key: licenseKey, hwid: 'one machine', session: true },
      sent(node),
    )
    expect(body).toMatchObject({ code: 'login_successful' })
    expect(await clients()).toMatchObject([{ client: node, logins: 1, liveSessions: 1 }])
  })

  test('write nothing with the login: what was counted in memory is written later, in one row', async () => {
    for (let logins = 0; logins < 3; logins += 1) await w.login(user, {}, sent(node))
    expect(await stored()).toEqual([])
    await suite.test.app.jobs.flush()
    expect(await stored()).toMatchObject([{ client: node, logins: 3, last_at: w.clock.nowMs() }])
    await w.login(user, {}, sent(node))
    await suite.test.app.jobs.flush()
    expect(await stored()).toMatchObject([{ client: node, logins: 4 }])
  })

  test('are at most 52 rows a day, whatever 200 programs at once send', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `keywright-${'abcdefgh'[n % 8]}/${n % 7}.${n % 11}.${n}`)
    await Promise.all(names.map((name) => w.login(user, {}, sent(name))))
    await suite.test.app.jobs.flush()
    expect(await stored()).toMatchObject([{ client: 'other', logins: 200 }])
  })

  test('are those of the range, and are deleted after 100 days', async () => {
    const today = Math.floor(w.clock.nowMs() / dayMs)
    const ago = (days: number, client: string) => ({
      ...{ applicationId: w.applicationId, day: today - days, client, logins: 1 },
      lastAt: new Date(w.clock.nowMs() - days * dayMs),
    })
    const days = [ago(6, 'a'), ago(7, 'b'), ago(29, 'c'), ago(30, 'd'), ago(89, 'e'), ago(90, 'f'), ago(99, 'g')]
    await w.stores.transaction((tx) => tx.clientDays.add([...days, ago(100, 'h')]))
    const names = async (range: string) => (await clients(range)).map(({ client }) => client)
    expect(await names('')).toEqual(['a'])
    expect(await names('?range=30')).toEqual(['a', 'b', 'c'])
    expect(await names('?range=90')).toEqual(['a', 'b', 'c', 'd', 'e'])
    await w.stores.transaction((tx) => tx.clientDays.removeOld(w.clock.now()))
    expect((await stored()).map(({ client }) => client)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  test('live sessions are counted again after 15 seconds, and stale ones are not live', async () => {
    expect(await clients()).toEqual([])
    await w.session(user, {}, sent(node))
    expect(await clients()).toEqual([])
    w.clock.advance(15_001)
    expect(await clients()).toMatchObject([{ client: node, logins: 0, liveSessions: 1, lastSeen: null }])
    w.clock.advance(91_000)
    expect(await clients()).toEqual([])
  })

  test('are counted from slice to slice', async () => {
    const others = [await w.user(), await w.user()]
    for (const [n, each] of [user, ...others].entries()) await w.session(each, {}, sent(n === 1 ? undefined : node))
    const slices = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice = await w.stores.clientDays.countLive(w.applicationId, w.clock.now(), after, 2)
      slices.push(slice.live)
      after = slice.lastId
    }
    const sums = slices.map((live) => [...live.values()].reduce((sum, each) => sum + each, 0))
    expect(sums).toEqual([2, 1])
  })

  test('a range of another length is refused by its name', async () => {
    const reply = await w.maker.api<{ message: string }>('GET', `${w.base}/stats/clients?range=8`)
    expect(reply.status).toBe(400)
  })
})
