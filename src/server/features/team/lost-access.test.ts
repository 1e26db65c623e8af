import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../../test/harness/databases.ts'
import { readEvents } from '../../../../test/harness/event-stream.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { readUntilCut } from '../../../../test/harness/read-until-cut.ts'
import { createTeam, type TestTeam } from '../../../../test/harness/team.ts'
import { openDatabase } from '../../db/open.ts'

const hotFolder = new URL('../../store/hot/', import.meta.url)

const serve = (test: TestApp) => test.http.listen({ host: '127.0.0.1', port: 0 })

/** The ways of losing access to an application. */
const losses: readonly (readonly [string, (team: TestTeam, who: TestAccount) => Promise<unknown>])[] = [
  ['is removed', (team, who) => team.owner.api('DELETE', `${team.base}/members/${who.id}`)],
  ['leaves', (team, who) => who.api('DELETE', `${team.base}/members/${who.id}`)],
]

/** Milliseconds until the stream of the member has ended, or an error after five seconds. */
async function endedAfterMs(reader: Awaited<ReturnType<typeof readEvents>>, lose: () => Promise<unknown>) {
  await lose()
  const start = performance.now()
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('the stream goes on')), 5_000).unref()
  })
  await Promise.race([reader.ended, late])
  return performance.now() - start
}

describeOnBothDatabases('a member who loses access', (open) => {
  let served: TestApp
  let origin: string
  beforeAll(async () => {
    served = await createTestApp({ database: await open(), env: { RATE_LIMIT_SCALE: '1000' } })
    origin = await serve(served)
  })
  afterAll(() => served.close())

  test.each(losses)('and %s is refused with the next request, and the live stream ends', async (_what, lose) => {
    const team = await createTeam(served)
    const [member, staying] = [await team.member('manager'), await team.member('viewer')]
    const query = `?applicationId=${team.id}`
    const [reader, other] = [
      await readEvents(origin, member.cookie, { query }),
      await readEvents(origin, staying.cookie, { query }),
    ]
    expect(await team.reach(member)).toEqual([200, 200])
    const ms = await endedAfterMs(reader, async () => {
      expect(await lose(team, member)).toMatchObject({ status: 200 })
      expect(await team.reach(member)).toEqual([404, 404])
    })
    expect(ms).toBeLessThan(5_000)
    await team.owner.api('PATCH', team.base, { description: 'after that' })
    await other.until('event: changed')
    other.close()
  })

  test('hears of no change of the application on the stream for all of them', async () => {
    const team = await createTeam(served)
    const member = await team.member('viewer')
    const mine = await createTeam(served, member)
    const reader = await readEvents(origin, member.cookie)
    await team.owner.api('PATCH', team.base, { description: 'seen' })
    await reader.until(`[${team.id},`)
    await team.owner.api('DELETE', `${team.base}/members/${member.id}`)
    const heard = reader.text().length
    await team.owner.api('PATCH', team.base, { description: 'not seen' })
    await member.api('PATCH', mine.base, { description: 'the own one' })
    await reader.until(`[${mine.id},`)
    expect(reader.text().slice(heard)).not.toContain(`[${team.id},`)
    reader.close()
  })

  test('or whose role changes is told on the open stream to refetch, and nobody else is', async () => {
    const team = await createTeam(served)
    const [member, staying] = [await team.member('manager'), await team.member('viewer')]
    const [reader, other] = [await readEvents(origin, member.cookie), await readEvents(origin, staying.cookie)]
    await team.owner.api('PATCH', `${team.base}/members/${member.id}`, { role: 'viewer' })
    await reader.until('event: refetch')
    const heard = reader.text().length
    await team.owner.api('DELETE', `${team.base}/members/${member.id}`)
    await expect.poll(() => reader.text().slice(heard)).toContain('event: refetch')
    await team.owner.api('PATCH', team.base, { description: 'after that' })
    await other.until(`[${team.id},`)
    expect(other.text()).not.toContain('event: refetch')
    reader.close()
    other.close()
  })

  test('gets no more of a list that is being sent', async () => {
    const team = await createTeam(served)
    const member = await team.member('manager')
    const names = Array.from({ length: 5_000 }, (_, place) => `user${place}`)
    const file = `username\n${names.join('\n')}\n`
    await importFile(served, team.owner, team.id, { kind: 'users', format: 'csv' }, file)
    const headers = { cookie: member.cookie }
    const answer = await served.http.inject({ url: `${team.base}/users/export`, headers, payloadAsStream: true })
    const remove = () => team.owner.api('DELETE', `${team.base}/members/${member.id}`)
    const { text, isCut, acted } = await readUntilCut(answer, remove)
    expect(acted).toMatchObject({ status: 200 })
    expect(isCut).toBe(true)
    expect(new Set(text.match(/\buser\d+/g)).size).toBeLessThan(names.length)
  })

  test('takes their management tokens for it along', async () => {
    const team = await createTeam(served)
    const member = await team.member('manager')
    const body = { name: 'shop', days: 1, actions: ['users:read', 'users:write'], applicationIds: [team.id] }
    const { token } = (await member.api<{ token: string }>('POST', '/api/account/tokens', body)).body
    const headers = { authorization: `Bearer ${token}` }
    const read = () => served.call('GET', `${team.base}/users`, { headers })
    const write = () =>
      served.call('POST', `${team.base}/users`, { headers, body: { username: 'ada', password: 'long enough' } })
    expect((await read()).status).toBe(200)
    await served.stores.transaction((tx) => tx.members.setRole(team.id, member.id, 'viewer'))
    expect([(await read()).status, (await write()).status]).toEqual([200, 403])
    await team.owner.api('DELETE', `${team.base}/members/${member.id}`)
    expect([(await read()).status, (await write()).status]).toEqual([404, 404])
  })
})

describePostgres('a member who loses access on another node', () => {
  it('is refused there with the next request, and the live stream ends within a second', async () => {
    const env = { MASTER_KEY: 'a master key that both servers of a test share', RATE_LIMIT_SCALE: '1000' }
    const place = await temporaryPostgres()
    const databases = [await openDatabase(place.options), await openDatabase(place.options)] as const
    const [here, there] = [
      await createTestApp({ database: databases[0], env }),
      await createTestApp({ database: databases[1], env }),
    ]
    const team = await createTeam(here)
    const member = await team.member('manager')
    const [, remote] = [await serve(here), await serve(there)]
    const look = () => there.call('GET', team.base, { headers: { cookie: member.cookie } })
    // The fastest of three: other work of this machine must not decide.
    let fastestMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round += 1) {
      if (round > 0) await team.member('manager', member)
      const reader = await readEvents(remote, member.cookie, { query: `?applicationId=${team.id}` })
      expect([reader.status, (await look()).status]).toEqual([200, 200])
      const ms = await endedAfterMs(reader, () => team.owner.api('DELETE', `${team.base}/members/${member.id}`))
      expect((await look()).status).toBe(404)
      fastestMs = Math.min(fastestMs, ms)
    }
    expect(fastestMs).toBeLessThan(1_000)
    await Promise.all([here.close(), there.close()])
    await Promise.all(databases.map((database) => database.close()))
    await place.remove()
  })
})

describe('the public API', () => {
  it('reads nothing about members, whether it logs a user in, verifies them or takes a heartbeat', async () => {
    const statements: string[] = []
    const database = await openDatabase({
      ...{ dataDir: '', inMemory: true, checkpoint: false },
      onLoopStatement: ({ sql }) => void statements.push(sql),
    })
    const served = await createTestApp({ database })
    const team = await createTeam(served)
    await team.member('manager')
    const login = { username: 'ada', password: 'long enough', hwid: 'PC-1' }
    const { body: user } = await team.owner.api<{ id: number }>('POST', `${team.base}/users`, login)
    const send = (path: string, body: object) =>
      served.call<{ session_token: string }>('POST', `/api/v1/${path}`, { body, headers: { 'x-api-key': team.apiKey } })
    statements.length = 0
    const answers = [await send('login', login), await send('verify', { user_id: user.id })]
    const started = await send('session/track', { action: 'start', user_id: user.id })
    const { session_token } = started.body
    answers.push(started, await send('session/track', { action: 'heartbeat', session_token }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(statements.join('\n')).toContain('api_keys')
    const ofTeams = /(?<!\bre|Re)member|transfer|invite|access_version|dashboard_sessions/
    expect(statements.filter((text) => ofTeams.test(text))).toEqual([])
    // Its few prepared statements are not among those.
    const hot = readdirSync(hotFolder).map((name) => readFileSync(new URL(name, hotFolder), 'utf8'))
    expect(hot.join('\n')).toContain('app_users')
    expect(hot.filter((text) => ofTeams.test(text))).toEqual([])
    await served.close()
    await database.close()
  })
})
