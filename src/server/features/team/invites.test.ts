import { expect, test } from 'vitest'
import { createTestApp, signedInAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { openSmtpSink } from '../../../../test/harness/smtp-sink.ts'
import { createTeam, newEmail, type Refusal, type TestTeam } from '../../../../test/harness/team.ts'
import { untilDecided } from '../../../../test/harness/until-decided.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import { maxMemberships, maxPeople } from '../../../shared/constants.ts'

const dayMs = 86_400_000
const password = 'plenty of letters here'
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

describeOnBothDatabases('an invite to an application', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  const check = (token: string) => it.call<Refusal>('POST', '/api/auth/invite/check', { body: { token } })
  const signUp = (token: string) => it.call<Refusal>('POST', '/api/auth/invite', { body: { token, password } })

  test('tells its holder address, application and role, and makes the account of that address a member', async () => {
    const team = await createTeam(it)
    const colleague = await signedInAccount(it)
    const token = await team.link(colleague.email.toUpperCase(), 'support')
    const seen = await check(token)
    expect(seen.body).toEqual({ email: colleague.email.toUpperCase(), application: 'My Game', role: 'support' })
    const stranger = await signedInAccount(it)
    const refused = await team.accept(stranger, token)
    expect(refused).toMatchObject({ status: 403, body: { code: 'invite_for_other' } })
    expect(refused.text).not.toContain('My Game')
    const joined = await team.accept(colleague, token)
    expect(joined.body).toEqual({ applicationId: team.id, role: 'support' })
    expect(await team.reach(colleague)).toEqual([200, 403])
    expect(await team.reach(stranger)).toEqual([404, 404])
    expect((await team.accept(colleague, token)).body.code).toBe('invite_invalid')
    expect((await check(token)).body.code).toBe('invite_invalid')
  })

  test('makes an account without any permission for who has none, and signs it in', async () => {
    const team = await createTeam(it)
    const email = newEmail()
    const token = await team.link(email, 'viewer')
    const made = await it.call<{ user: object }>('POST', '/api/auth/invite', {
      body: { token, password, firstName: 'Grace', lastName: 'Hopper' },
    })
    expect(made.body.user).toMatchObject({ email, role: 'user', permissions: [], firstName: 'Grace' })
    expect(String(made.headers['set-cookie'])).toContain('sid=')
    const [member] = await it.stores.members.list(team.id)
    expect(member).toMatchObject({ email, name: 'Grace Hopper', role: 'viewer' })
    expect((await signUp(token)).body.code).toBe('invite_invalid')
    const taken = await signedInAccount(it)
    expect((await signUp(await team.link(taken.email))).body.code).toBe('email_taken')
  })

  test('one that is used by a hundred at once makes one member', async () => {
    const team = await createTeam(it)
    const colleague = await signedInAccount(it)
    const token = await team.link(colleague.email)
    const answers = await Promise.all(times(100, () => team.accept(colleague, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'invite_invalid')).toHaveLength(99)
    expect([...(await team.roles())]).toEqual([[colleague.id, 'viewer']])
  })

  test('one with which twenty make the account at once makes one account and one member', async () => {
    const team = await createTeam(it)
    const token = await team.link(newEmail())
    const answers = await Promise.all(times(20, () => signUp(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect(['invite_invalid', 'email_taken']).toContain(body.code)
    }
    expect((await team.roles()).size).toBe(1)
  })

  test('of a hundred for the last place one is made', async () => {
    const team = await createTeam(it)
    // the owner and 48 others
    for (let n = 2; n < maxPeople; n += 1) await team.member('viewer')
    const answers = await Promise.all(times(100, () => untilDecided(() => team.invite(newEmail()))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(99)
    expect(await it.stores.memberInvites.list(team.id, it.clock.now())).toHaveLength(1)
    // one that has ended takes no place
    const endedAt = new Date(it.clock.nowMs() + 7 * dayMs)
    const countOthers = (at: Date) => it.stores.memberInvites.countOthers(team.id, newEmail(), at)
    expect([await countOthers(it.clock.now()), await countOthers(endedAt)]).toEqual([1, 0])
  })

  test('an account is a member of 200 applications at most, also where it accepts 200 invites at once', async () => {
    const colleague = await signedInAccount(it)
    const owner = await signedInAccount(it)
    const teams: TestTeam[] = []
    for (let n = 0; n < maxMemberships + 100; n += 1) teams.push(await createTeam(it, owner))
    for (const team of teams.slice(0, 100)) await team.member('viewer', colleague)
    const invites: { team: TestTeam; token: string }[] = []
    for (const team of teams.slice(100)) invites.push({ team, token: await team.link(colleague.email) })
    const accept = ({ team, token }: (typeof invites)[number]) => untilDecided(() => team.accept(colleague, token))
    const answers = await Promise.all(invites.map(accept))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(100)
    expect(await it.stores.members.countOf(colleague.id)).toBe(maxMemberships)
  })

  test('ends after seven days, when it is canceled, replaced, and when who invited lost the right', async () => {
    const team = await createTeam(it)
    const colleague = await signedInAccount(it)
    const first = await team.invite(colleague.email)
    const second = await team.invite(colleague.email, 'manager')
    expect(second.body.id).toBe(first.body.id)
    expect((await team.accept(colleague, team.tokenIn(first))).body.code).toBe('invite_invalid')
    expect((await team.owner.api('DELETE', `${team.base}/member-invites/${second.body.id}`)).status).toBe(200)
    expect((await team.accept(colleague, team.tokenIn(second))).body.code).toBe('invite_invalid')
    const missing = await team.owner.api('DELETE', `${team.base}/member-invites/${second.body.id}`)
    expect(missing).toMatchObject({ status: 404, body: { code: 'invite_not_found' } })
    const byAdministrator = await signedInAccount(it, 'owner')
    const third = await team.invite(colleague.email, 'viewer', byAdministrator)
    await it.database.transaction((tx) =>
      tx.updateTable('accounts').set({ role: 'user' }).where('id', '=', byAdministrator.id).execute(),
    )
    expect((await team.accept(colleague, team.tokenIn(third))).body.code).toBe('invite_invalid')
    const fourth = await team.link(colleague.email)
    it.clock.advance(7 * dayMs)
    expect((await check(fourth)).body.code).toBe('invite_invalid')
    expect(await team.roles()).toEqual(new Map())
    expect((await team.owner.api('DELETE', team.base)).status).toBe(401)
  })

  test('opens no deleted application, and nobody is invited who has access', async () => {
    const team = await createTeam(it)
    const colleague = await signedInAccount(it)
    for (const email of [team.owner.email, (await team.member('viewer')).email]) {
      expect(await team.invite(email)).toMatchObject({ status: 409, body: { code: 'already_member' } })
    }
    const token = await team.link(colleague.email)
    await team.member('support', colleague)
    expect((await team.accept(colleague, token)).body.code).toBe('already_member')
    expect((await team.roles()).get(colleague.id)).toBe('support')
    const other = await createTeam(it)
    const late = await other.link(colleague.email)
    await other.owner.api('DELETE', other.base)
    expect((await check(late)).body.code).toBe('invite_invalid')
    expect((await other.accept(colleague, late)).body.code).toBe('invite_invalid')
    expect((await signUp(late)).body.code).not.toBe(undefined)
  })
})

describeOnBothDatabases('limits of invites', (open) => {
  const it = useTestApp({ open })

  test('an account invites 20 people a day, and one of 200 calls at once is not the 21st', async () => {
    const team = await createTeam(it)
    const answers = await Promise.all(times(200, () => team.invite(newEmail())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(180)
    expect(await it.stores.memberInvites.list(team.id, it.clock.now())).toHaveLength(20)
    const other = await createTeam(it)
    expect((await other.invite(newEmail())).status).toBe(200)
  })

  test('an address is invited 3 times an hour, whoever invites and of 200 calls at once', async () => {
    const email = newEmail()
    const teams: TestTeam[] = []
    for (let n = 0; n < 20; n += 1) teams.push(await createTeam(it))
    const answers = await Promise.all(times(200, (n) => teams[n % 20]?.invite(n % 2 ? email : email.toUpperCase())))
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(3)
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(197)
  })

  test('a stranger who is refused uses up nothing of an address', async () => {
    const [team, email] = [await createTeam(it), newEmail()]
    const stranger = await signedInAccount(it)
    for (let n = 0; n < 5; n += 1) expect((await team.invite(email, 'viewer', stranger)).status).toBe(404)
    expect((await team.invite(email)).status).toBe(200)
  })
})

describeOnBothDatabases('invites of a server', (open) => {
  test('with a mail server go to the mailbox alone', async () => {
    const sink = await openSmtpSink()
    const it = await createTestApp({
      database: await open(),
      env: { SMTP_URL: sink.url, SMTP_FROM: 'noreply@example.com', PUBLIC_URL: 'https://licenses.example.com' },
    })
    const team = await createTeam(it, await it.account())
    const email = newEmail()
    const answer = await team.invite(email, 'support')
    expect(Object.keys(answer.body).sort()).toEqual(['expiresAt', 'id'])
    const mail = await sink.next()
    expect(mail.to).toEqual([email])
    expect(mail.text).toContain('Your role will be Support.')
    const [, token = ''] = /https:\/\/licenses\.example\.com\/invite#token=([\w-]+)/.exec(mail.text) ?? []
    expect((await it.call('POST', '/api/auth/invite', { body: { token, password } })).status).toBe(200)
    expect(it.log.join('\n')).not.toContain(token)
    await it.close()
    await sink.close()
  })

  test('with MEMBER_INVITES=existing make no account, and say nothing about who has one', async () => {
    const it = await createTestApp({ database: await open(), env: { MEMBER_INVITES: 'existing' } })
    const team = await createTeam(it)
    const colleague = await signedInAccount(it)
    const [unknown, known] = [await team.invite(newEmail()), await team.invite(colleague.email)]
    expect(Object.keys(unknown.body).sort()).toEqual(Object.keys(known.body).sort())
    const body = { token: team.tokenIn(unknown), password }
    const refused = await it.call<Refusal>('POST', '/api/auth/invite', { body })
    expect(refused).toMatchObject({ status: 404, body: { code: 'invite_invalid' } })
    expect(await team.roles()).toEqual(new Map())
    expect((await team.accept(colleague, team.tokenIn(known))).status).toBe(200)
    await it.close()
  })
})
