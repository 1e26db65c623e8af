import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Answer, signedInAccount, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { createTeam, type TestTeam } from '../../../../test/harness/team.ts'
import { testLicense, testUser } from '../../../../test/harness/test-stores.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { NewAppUser } from '../../store/users/app-users.ts'
import { searchHandlers } from './search.ts'

interface Found {
  readonly users: readonly {
    id: number
    username: string
    applicationId: number
    applicationName: string
    match: string
  }[]
  readonly licenses: readonly { id: number; licenseKey: string; applicationId: number; match: string }[]
  readonly webhooks: readonly { id: number; url: string; applicationId: number | null; match: string }[]
  readonly isPartial: boolean
  readonly code?: string
}

describeOnBothDatabases('the search through all applications', (open) => {
  const test = useTestApp({ open })
  let maker: TestAccount
  let game: TestTeam
  let other: TestTeam
  let foreign: TestTeam

  const ask = (who: TestAccount, q: string, applicationId?: number): Promise<Answer<Found>> =>
    who.api('POST', '/api/search', { q, ...(applicationId !== undefined && { applicationId }) })
  /** Asks again where a busy machine did not search everything in the time of one search. */
  const search = async (...asked: Parameters<typeof ask>) => {
    let answer = await ask(...asked)
    for (let more = 0; answer.body.isPartial && more < 5; more += 1) answer = await ask(...asked)
    return answer
  }
  const namesFor = async (who: TestAccount, q: string, applicationId?: number) => {
    const { status, body } = await search(who, q, applicationId)
    expect(status).toBe(200)
    return body.users.map(({ username }) => username)
  }
  const user = (team: TestTeam, username: string, fields: Partial<NewAppUser> = {}) =>
    test.stores.transaction((tx) => tx.appUsers.insert(team.id, { ...testUser, username, ...fields }))
  const license = (team: TestTeam, licenseKey: string, description = '') =>
    test.stores.transaction(async (tx) => {
      const made = await tx.licenses.insert(team.id, { ...testLicense, licenseKey, description })
      return made.id
    })

  beforeAll(async () => {
    maker = await signedInAccount(test)
    game = await createTeam(test, maker)
    other = await createTeam(test, maker)
    foreign = await createTeam(test)
  })
  afterEach(() => void vi.useRealTimers())
  // a minute for the searches of an account
  afterEach(() => test.clock.advance(60_000))

  it('finds users of own applications by name, email, hardware ID, address and ID, and nobody of another account', async () => {
    const email = 'Sofia@Example.com'
    const id = await user(game, 'Sofia', { email, hwid: 'BOARD-77' })
    await test.stores.transaction((tx) => tx.appUsers.recordLogin(game.id, id, test.clock.now(), '203.0.113.9'))
    await user(foreign, 'Sofia', { email, hwid: 'BOARD-77' })
    for (const q of ['sofia', ' SOFI', 'ofi', 'sofia@example.com', 'board-77', '203.0.113.9', String(id)]) {
      const { body } = await search(maker, q)
      expect(body.users, q).toEqual([
        expect.objectContaining({ id, username: 'Sofia', applicationId: game.id, applicationName: 'My Game' }),
      ])
      expect(body.isPartial).toBe(false)
    }
    expect((await search(maker, 'sofia')).body.users[0]?.match).toBe('whole')
    expect((await search(maker, 'sof')).body.users[0]?.match).toBe('beginning')
    expect(await namesFor(maker, 'nobody')).toEqual([])
    expect(await namesFor(foreign.owner, 'board-77')).toEqual(['Sofia'])
  })

  it('puts whole values first, then what is in the open application, then what begins with the text; five at most', async () => {
    await user(other, 'rank')
    await user(other, 'rank-begins')
    await user(game, 'in-frank')
    expect(await namesFor(maker, 'rank', game.id)).toEqual(['rank', 'in-frank', 'rank-begins'])
    expect(await namesFor(maker, 'rank', other.id)).toEqual(['rank', 'rank-begins', 'in-frank'])
    for (let n = 0; n < 7; n += 1) await user(other, `many-${n}`)
    await user(game, 'one-of-many')
    const found = await namesFor(maker, 'many', game.id)
    expect(found).toHaveLength(5)
    expect(found[0]).toBe('one-of-many')
  })

  it('finds a license by its whole key or a part of its description; the key in full only for who may see it', async () => {
    const id = await license(game, 'KW-SEARCH-00001-ABCDE', 'Reseller in Oslo')
    await license(foreign, 'KW-SEARCH-00001-ABCDE')
    const viewer = await game.member('viewer')
    for (const q of ['kw-search-00001-abcde', 'oslo']) {
      expect((await search(maker, q)).body.licenses, q).toEqual([
        expect.objectContaining({ id, licenseKey: 'KW-SEARCH-00001-ABCDE', applicationId: game.id }),
      ])
      const [masked] = (await search(viewer, q)).body.licenses
      expect(masked).toMatchObject({ id })
      expect(masked?.licenseKey).toMatch(/•/)
      expect(masked?.licenseKey).not.toContain('ABCDE')
    }
    expect((await search(maker, 'KW-SEARCH')).body.licenses).toEqual([])
    expect((await search(maker, 'KW-SEARCH-00001-ABCDE')).body.licenses[0]?.match).toBe('whole')
  })

  it('finds webhooks by what is shown of their address, so that nobody finds out the rest', async () => {
    const add = async (url: string) =>
      (await maker.api<{ id: number }>('POST', '/api/webhooks', { applicationId: game.id, url })).body.id
    const plain = await add('https://hooks.example.com/secret-path')
    const chat = await add('https://discord.com/api/webhooks/123456789/very-secret')
    const ids = async (who: TestAccount, q: string) => (await search(who, q)).body.webhooks.map(({ id }) => id)
    expect(await ids(maker, 'hooks.ex')).toEqual([plain])
    expect(await ids(maker, 'secret-path')).toEqual([plain])
    expect(await ids(maker, 'discord')).toEqual([chat])
    expect(await ids(maker, 'very-secret')).toEqual([])
    const { body: application } = await maker.api<{ name: string }>('GET', `/api/applications/${game.id}`)
    const found = { applicationId: game.id, applicationName: application.name }
    expect((await search(maker, 'discord')).body.webhooks).toMatchObject([found])
    expect((await search(maker, 'discord', game.id)).body.webhooks).toMatchObject([found])
    const viewer = await game.member('viewer')
    expect(await ids(viewer, 'hooks.ex')).toEqual([plain])
    expect(await ids(viewer, 'secret-path')).toEqual([])
    expect(await ids(foreign.owner, 'hooks.ex')).toEqual([])
  })

  it('searches applications of which the caller is a member, and an open one only for who may look', async () => {
    await user(foreign, 'shared-name')
    expect(await namesFor(maker, 'shared-name')).toEqual([])
    const refused = await search(maker, 'shared-name', foreign.id)
    expect([refused.status, refused.body.code]).toEqual([404, 'application_not_found'])
    const member = await foreign.member('viewer')
    expect(await namesFor(member, 'shared-name')).toEqual(['shared-name'])
    const reader = await signedInAccount(test, 'user', ['view_all_data'])
    expect(await namesFor(reader, 'shared-name')).toEqual([])
    expect(await namesFor(reader, 'shared-name', foreign.id)).toEqual(['shared-name'])
    await test.stores.transaction((tx) => tx.members.remove(foreign.id, member.id))
    expect(await namesFor(member, 'shared-name')).toEqual([])
  })

  it('searches fifty other applications, those with the latest activity, and says that these are not all', async () => {
    const many = await signedInAccount(test)
    const teams: TestTeam[] = []
    for (let n = 0; n < 52; n += 1) teams.push(await createTeam(test, many))
    const [quiet, busy] = [teams[0], teams[1]]
    if (!quiet || !busy) throw new Error('no team')
    await user(quiet, 'in-the-quiet-one')
    await user(busy, 'in-the-busy-one')
    await test.stores.transaction((tx) =>
      tx.activity.insert({
        ...{ applicationId: busy.id, event: 'user_login', success: true, code: null, userId: null, username: null },
        ...{ ipAddress: '192.0.2.1', userAgent: '', count: 1, at: test.clock.now() },
      }),
    )
    expect((await search(many, 'in-the-busy')).body).toMatchObject({
      users: [{ username: 'in-the-busy-one' }],
      isPartial: true,
    })
    expect((await search(many, 'in-the-quiet')).body).toMatchObject({ users: [], isPartial: true })
    expect(await namesFor(many, 'in-the-quiet', quiet.id)).toEqual(['in-the-quiet-one'])
  })

  it('ends after 300 ms with what was found by then, and says that it is not all', async () => {
    await user(other, 'found-at-once')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const slow = vi.fn(async () => {
      vi.advanceTimersByTime(300)
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000)
        select count(*) from n`.execute(test.database.reads)
      return []
    })
    const appUsers = { ...test.stores.appUsers, containing: slow }
    const handlers = searchHandlers({
      stores: new Proxy(test.stores, { get: (of, name) => (name === 'appUsers' ? appUsers : Reflect.get(of, name)) }),
      limiters: { window: () => ({ take: () => 0 }) } as never,
      findWebhooks: async () => ({ rows: [], isWhole: true }),
    })
    const { role, permissions, accessVersion } = { role: 'user', permissions: [], accessVersion: 0 } as const
    const caller: Caller = { accountId: maker.id, email: '', role, permissions, accessVersion, sessionHash: '' }
    const found = await handlers['POST /api/search']({ caller, body: { q: 'found-at' } } as never)
    expect(slow).toHaveBeenCalledTimes(1)
    expect(found).toMatchObject({ users: [{ username: 'found-at-once' }], isPartial: true })
  })

  it('answers 60 of 200 searches of an account at once, and 200 of four accounts, each with its own rows alone', async () => {
    const at = Array.from({ length: 200 }, (_, n) => n)
    const answers = await Promise.all(at.map(() => ask(maker, 'sofia')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140)
    test.clock.advance(60_000)
    const teams = await Promise.all([1, 2, 3, 4].map(() => createTeam(test)))
    for (const team of teams) await user(team, 'crowd')
    const ofMany = await Promise.all(
      at.map(async (n) => {
        const team = teams[n % 4]
        if (!team) throw new Error('no team')
        const { status, body } = await ask(team.owner, 'crowd')
        return { status, strangers: body.users.filter(({ applicationId }) => applicationId !== team.id), body }
      }),
    )
    expect(ofMany.filter(({ status }) => status !== 200)).toEqual([])
    expect(ofMany.flatMap(({ strangers }) => strangers)).toEqual([])
    // Who waited longer than the limit is told so.
    expect(ofMany.filter(({ body }) => body.users.length === 0 && !body.isPartial)).toEqual([])
  }, 60_000)

  it('refuses a text that is too short or too long, and a management token', async () => {
    for (const q of ['', 'x', 'x'.repeat(129)]) {
      const { status, body } = await maker.api<{ fields?: object }>('POST', '/api/search', { q })
      expect([q.length, status]).toEqual([q.length, 400])
      expect(Object.keys(body.fields ?? {})).toEqual(['q'])
    }
    // Nothing is left of it once invisible characters are gone.
    expect((await search(maker, '\u200b\u200b')).body).toEqual({
      users: [],
      licenses: [],
      webhooks: [],
      isPartial: false,
    })
  })
})
