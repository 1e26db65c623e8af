import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  signedInAccount,
  type TestAccount,
  type TestApp,
} from '../../../../test/harness/create-test-app.ts'
import { unlockedRows, whileRowLocked } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../../test/harness/databases.ts'
import { createTeam, type Refusal, type TestTeam } from '../../../../test/harness/team.ts'
import { openDatabase } from '../../db/open.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describeOnBothDatabases('the transfer of an application', (open) => {
  let it: TestApp
  beforeAll(async () => {
    it = await createTestApp({ database: await open(), env: { RATE_LIMIT_SCALE: '1000' } })
  })
  afterAll(() => it.close())

  const offer = (team: TestTeam, to: Pick<TestAccount, 'id'>, by = team.owner, confirmName = 'My Game') =>
    by.api<{ expiresAt: string } & Refusal>('POST', `${team.base}/transfer`, { accountId: to.id, confirmName })
  const accept = (team: TestTeam, who: TestAccount) => who.api<Refusal>('POST', `${team.base}/transfer/accept`)
  const end = (team: TestTeam, who: TestAccount) => who.api<Refusal>('DELETE', `${team.base}/transfer`)
  const ownerOf = async (team: TestTeam) => (await it.stores.applications.find(team.id))?.ownerId

  test('takes place when the member accepts; the former owner stays as a manager', async () => {
    const team = await createTeam(it)
    const [heir, viewer] = [await team.member('viewer'), await team.member('viewer')]
    const made = await offer(team, heir)
    expect(new Date(made.body.expiresAt).getTime() - it.clock.nowMs()).toBe(7 * dayMs)
    type Shown = { attention: { transfer: string | null } }
    const transferOf = async (who: TestAccount) => (await who.api<Shown>('GET', team.base)).body.attention.transfer
    expect([await transferOf(heir), await transferOf(viewer)]).toEqual([made.body.expiresAt, null])
    expect(await ownerOf(team)).toBe(team.owner.id)
    expect((await accept(team, viewer)).body.code).toBe('transfer_not_found')
    expect((await accept(team, team.owner)).body.code).toBe('transfer_not_found')
    expect((await accept(team, heir)).status).toBe(200)
    expect(await ownerOf(team)).toBe(heir.id)
    expect(await team.roles()).toEqual(
      new Map([
        [viewer.id, 'viewer'],
        [team.owner.id, 'manager'],
      ]),
    )
    expect(await team.reach(team.owner)).toEqual([200, 200])
    expect((await team.owner.api('DELETE', team.base)).status).toBe(403)
    expect((await accept(team, heir)).body.code).toBe('transfer_not_found')
  })

  test('keeps texts, blocks and webhooks in force, and leaves account-wide webhooks behind', async () => {
    const team = await createTeam(it)
    const kept = await createTeam(it, team.owner)
    const heir = await team.member('manager')
    await team.owner.api('PUT', '/api/custom-messages', { loginFailed: 'Invalid, says the former owner' })
    await team.owner.api('POST', '/api/blacklist', { type: 'username', value: 'mallory' })
    await team.owner.api('POST', '/api/webhooks', { applicationId: team.id, url: 'https://hooks.example.com/own' })
    await team.owner.api('POST', '/api/webhooks', { url: 'https://hooks.example.com/wide' })
    const login = (username: string) =>
      it.call<Refusal>('POST', '/api/v1/login', {
        body: { username, password: 'x' },
        headers: { 'x-api-key': team.apiKey },
      })
    const before = [(await login('somebody')).body.message, (await login('mallory')).body.code]
    await offer(team, heir)
    expect((await accept(team, heir)).status).toBe(200)
    expect([(await login('somebody')).body.message, (await login('mallory')).body.code]).toEqual(before)
    const urls = (await heir.api<{ url: string }[]>('GET', `/api/webhooks?applicationId=${team.id}`)).body
    expect(urls.map(({ url }) => url)).toEqual(['https://hooks.example.com/own'])
    // What the former owner keeps is untouched.
    expect(await ownerOf(kept)).toBe(team.owner.id)
    const blocked = await team.owner.api<{ value: string; applicationId: number | null }[]>('GET', '/api/blacklist')
    expect(blocked.body.map(({ value, applicationId }) => [value, applicationId])).toContainEqual(['mallory', null])
    expect(await kept.reach(heir)).toEqual([404, 404])
  })

  test('needs the name, a proof, a member, and no other offer', async () => {
    const team = await createTeam(it)
    const [heir, other] = [await team.member('viewer'), await team.member('viewer')]
    const named = await offer(team, heir, team.owner, 'Another Game')
    expect(named.body.fields).toHaveProperty('confirmName')
    const stranger = await signedInAccount(it)
    expect((await offer(team, stranger)).body.code).toBe('member_not_found')
    expect((await offer(team, team.owner)).body.code).toBe('member_not_found')
    expect((await offer(team, heir)).status).toBe(200)
    expect((await offer(team, other)).body.code).toBe('transfer_pending')
    it.clock.advance(5 * minuteMs)
    expect((await offer(team, other)).body.code).toBe('proof_needed')
    expect((await offer(team, other, heir)).status).toBe(403)
    expect(await ownerOf(team)).toBe(team.owner.id)
  })

  test('is withdrawn by one side, declined by the other, and ends with its time or a membership', async () => {
    const team = await createTeam(it)
    const [heir, viewer] = [await team.member('viewer'), await team.member('viewer')]
    await offer(team, heir)
    expect((await end(team, viewer)).body.code).toBe('transfer_not_found')
    expect((await end(team, team.owner)).status).toBe(200)
    expect((await accept(team, heir)).body.code).toBe('transfer_not_found')
    await offer(team, heir)
    expect((await end(team, heir)).status).toBe(200)
    await offer(team, heir)
    await team.owner.api('DELETE', `${team.base}/members/${heir.id}`)
    await team.member('viewer', heir)
    expect((await accept(team, heir)).body.code).toBe('transfer_not_found')
    await offer(team, heir)
    await it.stores.transaction((tx) => tx.transfers.pass(team.id, team.owner.id, viewer.id))
    expect((await accept(team, heir)).body.code).toBe('transfer_not_found')
    const late = await createTeam(it)
    await late.member('viewer', heir)
    await offer(late, heir)
    it.clock.advance(7 * dayMs)
    await it.stores.transaction((tx) => tx.sessions.removeByAccount(heir.id))
    expect(await it.stores.transfers.find(late.id, it.clock.now())).toBeUndefined()
  })

  test('is no more to be had when who offered it lost the right', async () => {
    const team = await createTeam(it)
    const heir = await team.member('viewer')
    const administrator = await signedInAccount(it, 'owner')
    await signedInAccount(it, 'owner')
    expect((await offer(team, heir, administrator)).status).toBe(200)
    await it.stores.transaction(async (tx) => {
      const account = await tx.accounts.find(administrator.id)
      if (account) await tx.administration.update(account, { role: 'user' })
    })
    expect((await accept(team, heir)).body.code).toBe('transfer_not_found')
    expect(await ownerOf(team)).toBe(team.owner.id)
  })

  test('against a deletion at once: one owner, or gone, a hundred times', async () => {
    const [owner, heir] = [await signedInAccount(it), await signedInAccount(it)]
    const outcomes = new Set<string>()
    for (let round = 0; round < 100; round += 1) {
      const team = await createTeam(it, owner)
      await team.member('viewer', heir)
      await offer(team, heir)
      const calls = [() => accept(team, heir), () => owner.api('DELETE', team.base)]
      const [accepted, deleted] = await Promise.all(
        round % 2 === 0
          ? calls.map((call) => call())
          : calls
              .reverse()
              .map((call) => call())
              .reverse(),
      )
      const now = await ownerOf(team)
      const roles = await team.roles()
      if (now === undefined) {
        expect([accepted?.status, deleted?.status]).toEqual([404, 200])
        outcomes.add('gone')
      } else {
        expect([accepted?.status, deleted?.status]).toEqual([200, 403])
        expect([now, roles.get(owner.id), roles.has(heir.id)]).toEqual([heir.id, 'manager', false])
        outcomes.add('passed')
      }
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('there and back at once, both ways between two people, ends with one owner each', async () => {
    const [one, two] = [await signedInAccount(it), await signedInAccount(it)]
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await createTeam(it, one), await createTeam(it, two)]
      await first.member('viewer', two)
      await second.member('viewer', one)
      await offer(first, two)
      await offer(second, one)
      const answers = await Promise.all([accept(first, two), accept(second, one)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect([await ownerOf(first), await ownerOf(second)]).toEqual([two.id, one.id])
    }
  })
})

describePostgres('two transfers between the same people', () => {
  test('lock their accounts in one order, so neither is rolled back', async () => {
    const place = await temporaryPostgres()
    const database = await openDatabase(place.options)
    const it = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '1000' } })
    const [one, two] = [await signedInAccount(it), await signedInAccount(it)]
    expect(one.id).toBeLessThan(two.id)
    for (const [from, to] of [[one, two] as const, [two, one] as const]) {
      const team = await createTeam(it, from)
      await team.member('viewer', to)
      await from.api('POST', `${team.base}/transfer`, { accountId: to.id, confirmName: 'My Game' })
      const answer = await whileRowLocked(
        ...([database, 'accounts', two.id, { first_name: 'Renamed' }] as const),
        () => to.api('POST', `${team.base}/transfer/accept`),
        async () => expect(await unlockedRows(database, 'accounts')).not.toContain(one.id),
      )
      expect(answer.status).toBe(200)
    }
    await it.close()
    await database.close()
    await place.remove()
  })
})
