import { beforeAll, expect, it } from 'vitest'
import { signedInAccount, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { createTeam, type TestTeam } from '../../../../test/harness/team.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const types = ['username', 'hwid', 'ip'] as const
let names = 0

interface Done {
  readonly user: { readonly isBanned: boolean }
  readonly entries: number
  readonly applications: number
  readonly code?: string
}

describeOnBothDatabases('a ban in all applications', (open) => {
  const test = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })
  let maker: TestAccount
  let game: TestTeam
  let other: TestTeam
  let foreign: TestTeam

  const newUser = async (team: TestTeam) => {
    names += 1
    const username = `cheater-${names}`
    const hwid = `BOARD-${names}`
    const address = `203.0.113.${names}`
    const id = await test.stores.transaction((tx) => tx.appUsers.insert(team.id, { ...testUser, username, hwid }))
    await test.stores.transaction((tx) => tx.appUsers.recordLogin(team.id, id, test.clock.now(), address))
    return { id, username, hwid, address }
  }
  const call = (who: TestAccount, team: TestTeam, id: number, action: 'ban' | 'unban', body?: object) =>
    who.api<Done>('POST', `${team.base}/users/${id}/${action}-everywhere`, body)
  const ban = (who: TestAccount, team: TestTeam, id: number, body: object = { types }) =>
    call(who, team, id, 'ban', body)
  const entriesOf = async (team: TestTeam, username: string) =>
    (await test.stores.blacklist.forApplication(team.id, team.owner.id))
      .filter(({ value, reason }) => value === username || reason.includes(username))
      .map(({ type }) => type)
      .sort()
  /** What the team of an application reads of its changes, oldest first. */
  const auditOf = async (team: TestTeam, actor: TestAccount) => {
    const { body } = await team.owner.api<{ actor: string; action: string; subject: string }[]>(
      'GET',
      `/api/audit?applicationId=${team.id}`,
    )
    return body.filter((row) => row.actor === actor.email && /ban/.test(row.action)).reverse()
  }
  const isRefused = async (team: TestTeam, username: string) => {
    const body = { username, password: 'whatever it is' }
    const answer = await test.call<{ code: string }>('POST', '/api/v1/login', {
      body,
      headers: { 'x-api-key': team.apiKey },
    })
    return answer.body.code === 'access_blocked'
  }

  beforeAll(async () => {
    maker = await signedInAccount(test)
    game = await createTeam(test, maker)
    other = await createTeam(test, maker)
    foreign = await createTeam(test)
  })

  it('bans the user and blocks name, hardware ID and address in each, in no application of another account', async () => {
    const { id, username } = await newUser(game)
    const { status, body } = await ban(maker, game, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { isBanned: true }, entries: 6, applications: 2 })
    expect(await entriesOf(game, username)).toEqual(['hwid', 'ip', 'username'])
    expect(await entriesOf(other, username)).toEqual(['hwid', 'ip', 'username'])
    expect(await entriesOf(foreign, username)).toEqual([])
    expect(await isRefused(other, username)).toBe(true)
    expect(await isRefused(foreign, username)).toBe(false)
    await call(maker, game, id, 'unban')
  })

  it('is taken back by one call: what the ban added is gone, what was there before stays', async () => {
    const { id, username, hwid } = await newUser(game)
    await maker.api('POST', '/api/blacklist', { applicationId: other.id, type: 'hwid', value: hwid, reason: username })
    expect((await ban(maker, game, id)).body).toMatchObject({ entries: 5, applications: 2 })
    const inspected = await maker.api<{ bannedIn: number }>('GET', `${game.base}/users/${id}/inspection`)
    expect(inspected.body.bannedIn).toBe(2)
    const { body } = await call(maker, game, id, 'unban')
    expect(body).toMatchObject({ user: { isBanned: false }, entries: 5, applications: 2 })
    expect(await entriesOf(game, username)).toEqual([])
    expect(await entriesOf(other, username)).toEqual(['hwid'])
    expect(await isRefused(other, username)).toBe(false)
    expect((await call(maker, game, id, 'unban')).body).toMatchObject({ entries: 0, applications: 0 })
  })

  it('is in the audit log of each application, where nothing tells of another one', async () => {
    const colleague = await game.member('support')
    await foreign.member('support', colleague)
    const { id, username } = await newUser(game)
    await ban(colleague, game, id)
    await ban(colleague, game, id)
    await call(colleague, game, id, 'unban')
    expect((await auditOf(game, colleague)).map(({ action }) => action)).toEqual([
      ...['user.ban', 'blacklist.ban', 'user.unban', 'blacklist.unban'],
    ])
    const abroad = await auditOf(foreign, colleague)
    expect(abroad.map(({ action }) => action)).toEqual(['blacklist.ban', 'blacklist.unban'])
    for (const { subject } of abroad)
      expect(subject).not.toMatch(new RegExp(`${username}|${id}|application ${game.id}\\b`))
    expect(await auditOf(other, colleague)).toEqual([])
  })

  it('reaches only applications where the caller may help users', async () => {
    const helper = await game.member('support')
    const { id, username } = await newUser(game)
    expect((await ban(helper, game, id)).body).toMatchObject({ entries: 3, applications: 1 })
    expect(await entriesOf(game, username)).toHaveLength(3)
    expect(await entriesOf(other, username)).toEqual([])
    // a look at another application is not enough
    await foreign.member('viewer', helper)
    const second = await newUser(game)
    expect((await ban(helper, game, second.id)).body).toMatchObject({ applications: 1 })
    expect(await entriesOf(foreign, second.username)).toEqual([])
    const viewer = await game.member('viewer')
    expect((await ban(viewer, game, id)).body.code).toBe('permission_missing')
    expect((await ban(foreign.owner, game, id)).body.code).toBe('application_not_found')
    expect((await ban(maker, other, id)).body.code).toBe('user_not_found')
    // and takes back only there: the owner's ban elsewhere stays
    await ban(maker, game, id)
    expect((await call(helper, game, id, 'unban')).body).toMatchObject({ entries: 3, applications: 1 })
    expect(await entriesOf(other, username)).toHaveLength(3)
    await call(maker, game, id, 'unban')
    expect(await entriesOf(other, username)).toEqual([])
  })

  it('blocks what was chosen, and only what is known of the user', async () => {
    const { id, username } = await newUser(game)
    expect((await ban(maker, game, id, { types: ['hwid'], reason: `chargeback of ${username}` })).body.entries).toBe(2)
    expect(await entriesOf(other, username)).toEqual(['hwid'])
    await call(maker, game, id, 'unban')
    const fresh = `fresh-${id}`
    const freshId = await test.stores.transaction((tx) => tx.appUsers.insert(game.id, { ...testUser, username: fresh }))
    expect((await ban(maker, game, freshId)).body).toMatchObject({ entries: 2, applications: 2 })
    for (const body of [{}, { types: [] }, { types: ['email'] }]) {
      expect((await ban(maker, game, id, body)).status).toBe(400)
    }
  })

  it('says before what it covers and whom it would block, in these applications alone', async () => {
    const { id, username, hwid, address } = await newUser(game)
    await test.stores.transaction((tx) => tx.appUsers.insert(other.id, { ...testUser, username, hwid }))
    await test.stores.transaction((tx) => tx.appUsers.insert(foreign.id, { ...testUser, username, hwid }))
    const { body } = await maker.api<{ applications: object[]; covers: object[] }>(
      'GET',
      `${game.base}/users/${id}/ban-everywhere`,
    )
    expect(body.applications).toEqual([
      { id: game.id, name: 'My Game' },
      { id: other.id, name: 'My Game' },
    ])
    expect(body.covers).toEqual([
      { type: 'username', value: username, users: 2, sessions: 0, isAtLeast: false, isOwnAddress: false },
      { type: 'hwid', value: hwid, users: 2, sessions: 0, isAtLeast: false, isOwnAddress: false },
      expect.objectContaining({ type: 'ip', value: address, isOwnAddress: false }),
    ])
  })

  it('says how many accounts and sessions share a device, however many reads that takes', async () => {
    const { id, hwid } = await newUser(game)
    const at = test.clock.now()
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < 600; n += 1) {
        const userId = await tx.appUsers.insert(game.id, { ...testUser, username: `farm-${id}-${n}`, hwid })
        const session = { userId, tokenHash: `${hwid}-${n}`, hwid, isProved: true }
        await tx.clientSessions.insert(game.id, { ...session, ipAddress: '192.0.2.7', userAgent: 'farm', at })
      }
    })
    const { body } = await maker.api<{ covers: object[] }>('GET', `${game.base}/users/${id}/ban-everywhere`)
    expect(body.covers).toEqual([
      expect.objectContaining({ type: 'username', users: 1, sessions: 0, isAtLeast: false }),
      expect.objectContaining({ type: 'hwid', users: 601, sessions: 600, isAtLeast: false }),
      expect.objectContaining({ type: 'ip', users: 1, sessions: 0, isAtLeast: false }),
    ])
  })

  it('adds each entry once, and one line to each log, however many ban at the same moment', async () => {
    const colleague = await game.member('support')
    await other.member('support', colleague)
    const { id, username } = await newUser(game)
    const answers = await Promise.all(Array.from({ length: 200 }, () => ban(colleague, game, id)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.reduce((sum, { body }) => sum + body.entries, 0)).toBe(6)
    expect(await entriesOf(other, username)).toEqual(['hwid', 'ip', 'username'])
    expect((await auditOf(game, colleague)).map(({ action }) => action)).toEqual(['user.ban', 'blacklist.ban'])
    expect((await auditOf(other, colleague)).map(({ action }) => action)).toEqual(['blacklist.ban'])
  }, 60_000)

  it('of several users who share a device, and their taking back, wait for each other and never in a circle', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => newUser(game)))
    for (const { id } of people) {
      const shared = { hwid: 'SHARED-BOARD' }
      await test.stores.transaction((tx) => tx.appUsers.update(game.id, id, shared))
      await test.stores.transaction((tx) => tx.appUsers.recordLogin(game.id, id, test.clock.now(), '198.51.100.7'))
    }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const one = people[n % people.length]
        if (!one) throw new Error('nobody')
        return n % 3 === 2 ? call(maker, game, one.id, 'unban') : ban(maker, game, one.id)
      }),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    for (const { id, username } of people) {
      await call(maker, game, id, 'unban')
      expect(await entriesOf(game, username)).toEqual([])
      expect(await entriesOf(other, username)).toEqual([])
    }
  }, 60_000)
})
