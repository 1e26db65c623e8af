import { beforeEach, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'
import { accountLoginChecks } from '../../../shared/contract/user-inspection.ts'

interface Compared {
  what: string
  stored: string | null
  sent: string | null
}
interface Decision {
  code: string
  success: boolean
  compared: Compared[]
}
interface LoginCheck {
  user: { id: number; username: string } | null
  lastAttempt: Decision | null
  stoppedBy: string | null
  wouldPass: boolean
  code: string
  message: string
  bindsHwid: boolean
  checks: { check: string; isPassed: boolean; compared: Compared[] }[]
  assumed: Record<'ip' | 'version' | 'hwid', { value: string | null; from: string }>
}
interface Session {
  id: number
  userId: number
  username: string
  lastSeenAt: string
}
interface Inspection {
  state: { canSignIn: boolean; code: string | null; sentence: string }
  effectiveExpiry: { at: string | null; rule: string }
  license: { licenseKey: string } | null
  hardware: { hwid: string | null; boundAt: string | null; isLocked: boolean }
  sessions: Session[]
  decisions: Decision[]
  banReason: string | null
  undoable: { operationId: string; action: string }[]
}

const dayMs = 86_400_000

describe('what decides about a user', () => {
  const test = useSeededApp()
  let made = 0

  const create = async (body: object = {}) => {
    made += 1
    const answer = await test.maker.api<{ id: number; username: string }>('POST', `${test.base}/users`, {
      username: `seen${made}`,
      password: 'long enough',
      ...body,
    })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const put = (id: number, body: object) => test.maker.api('PUT', `${test.base}/users/${id}`, body)
  const login = (username: string, more: object = {}) =>
    test.client('login', { username, password: 'long enough', hwid: 'PC-1', ...more })
  const inspect = async (id: number) => {
    const answer = await test.maker.api<Inspection>('GET', `${test.base}/users/${id}/inspection`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const check = async (body: object) => {
    const answer = await test.maker.api<LoginCheck>('POST', `${test.base}/login-check`, body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const failed = ({ checks }: LoginCheck) => checks.filter(({ isPassed }) => !isPassed).map((each) => each.check)
  const application = (body: object) => test.maker.api('PATCH', test.base, body)

  beforeEach(() => application({ version: '1.0', isActive: true }))

  it('is told in one sentence, with the rule that gives the expiry', async () => {
    const { id } = await create({ expiresAt: new Date(test.clock.nowMs() + 3 * dayMs + 5).toISOString() })
    expect(await inspect(id)).toMatchObject({
      state: { canSignIn: true, code: null, sentence: 'Can log in, for another 3 days.' },
      effectiveExpiry: { rule: 'user' },
    })
    await put(id, { expiresAt: new Date(test.clock.nowMs() - 3 * dayMs).toISOString() })
    const { state } = await inspect(id)
    expect(state).toEqual({
      canSignIn: false,
      code: 'account_expired',
      sentence: "Can't log in: expired 3 days ago.",
    })
    await put(id, { expiresAt: null, isPaused: true })
    expect((await inspect(id)).state.sentence).toBe("Can't log in: paused.")
    expect((await inspect(id)).effectiveExpiry).toEqual({ at: null, rule: 'none', graceUntil: null })
  })

  it.each([
    ['hwid_mismatch', 'the last attempt came from another device', { hwid: 'PC-9' }, {}],
    ['version_mismatch', 'the last attempt came from an outdated version', {}, { version: '2.0' }],
    ['application_offline', 'the application is offline', {}, { isActive: false }],
  ])('agrees with the check of a login: %s', async (code, reason, user, settings) => {
    const { id, username } = await create(user)
    await application(settings)
    await login(username, { version: '1.0' })
    const { state } = await inspect(id)
    expect(state).toEqual({ canSignIn: false, code, sentence: `Can't log in: ${reason}.` })
    expect(failed(await check({ username }))).toEqual([code])
    await application({ version: '1.0', isActive: true })
    if (code !== 'hwid_mismatch') expect((await inspect(id)).state.canSignIn).toBe(true)
  })

  it('names the license where that ends first', async () => {
    await test.maker.api('POST', `${test.base}/licenses`, { licenseKey: 'FIRST-TO-END', validityDays: 2 })
    const registered = await test.client('register', {
      username: 'licensed',
      password: 'long enough',
      license_key: 'FIRST-TO-END',
    })
    const seen = await inspect(Number(registered.body.user_id))
    expect(seen).toMatchObject({ effectiveExpiry: { rule: 'license' }, license: { licenseKey: 'FIRST-TO-END' } })
    const looker = await test.account('moderator')
    const masked = await looker.api<Inspection>('GET', `${test.base}/users/${registered.body.user_id}/inspection`)
    expect(masked.body.license?.licenseKey).not.toBe('FIRST-TO-END')
    const keys = async (account: TestAccount, query: string) => {
      const { body } = await account.api<{ licenseKey?: string }[]>('GET', `${test.base}/users?limit=100${query}`)
      return body.flatMap(({ licenseKey }) => licenseKey ?? [])
    }
    expect(await keys(test.maker, '')).toEqual([])
    expect(await keys(test.maker, '&include=license')).toEqual(['FIRST-TO-END'])
    expect(await keys(looker, '&include=license')).toEqual([masked.body.license?.licenseKey])
  })

  it('keeps the reason of a ban as long as it lasts; lifting it can be undone, reason included', async () => {
    const { id } = await create()
    const act = async (action: string, body?: object) =>
      (await test.maker.api<{ undoId?: string }>('POST', `${test.base}/users/${id}/${action}`, body)).body
    expect(await act('ban', { reason: 'x'.repeat(201) })).toMatchObject({ fields: { reason: expect.any(String) } })
    expect((await act('ban', { reason: 'Chargeback' })).undoId).toBeDefined()
    expect((await act('ban', { reason: 'Chargeback' })).undoId).toBeUndefined()
    await act('ban')
    expect((await inspect(id)).banReason).toBe('Chargeback')
    const { undoId } = await act('unban')
    expect((await inspect(id)).banReason).toBeNull()
    const undone = await test.maker.api('POST', `${test.base}/operations/${undoId}/undo`)
    expect(undone.body).toEqual({ restored: 1, skipped: 0 })
    expect(await inspect(id)).toMatchObject({ user: { isBanned: true }, banReason: 'Chargeback' })
  })

  it('shows the machine since when it is bound, live sessions, decisions and what can be undone', async () => {
    const { id, username } = await create()
    await login(username)
    const at = test.clock.now().toISOString()
    await test.startSession(id)
    await login(username, { hwid: 'PC-2' })
    const seen = await inspect(id)
    expect(seen.hardware).toEqual({ hwid: 'PC-1', boundAt: at, isLocked: true })
    expect(seen.sessions).toMatchObject([{ userId: id, username }])
    expect(seen.decisions.map(({ code }) => code)).toEqual(['hwid_mismatch', 'session_started', 'login_successful'])
    expect(seen.decisions[0]?.compared).toEqual([{ what: 'Hardware ID', stored: 'PC-1', sent: 'PC-2' }])
    await test.client('session/track', { action: 'start', user_id: id, hwid: 'PC-3' })
    const [start] = (await inspect(id)).decisions
    expect(start).toMatchObject({
      code: 'hwid_mismatch',
      compared: [{ what: 'Hardware ID', stored: 'PC-1', sent: 'PC-3' }],
    })
    await test.maker.api('POST', `${test.base}/users/${id}/reset-hwid`)
    expect((await inspect(id)).undoable).toMatchObject([{ action: 'reset_hwid' }])
  })

  it('lists sessions of the application, and ends one, those of one user, or all', async () => {
    const [ada, bob] = [await create(), await create()]
    const tokens = [await test.startSession(ada.id), await test.startSession(ada.id), await test.startSession(bob.id)]
    const list = async (query = '') =>
      (await test.maker.api<Session[]>('GET', `${test.base}/sessions?limit=100${query}`)).body
    expect((await list()).map(({ userId }) => userId).slice(0, 3)).toEqual([bob.id, ada.id, ada.id])
    const [newest] = await list(`&userId=${ada.id}`)
    const page = async (before?: number) =>
      (await test.stores.clientSessions.list(test.applicationId, undefined, before, 2)).map(({ id }) => id)
    const all = (await list()).map(({ id }) => id)
    expect([await page(), await page(all[1])]).toEqual([all.slice(0, 2), all.slice(2, 4)])
    expect((await test.maker.api('DELETE', `${test.base}/sessions/${newest?.id}`)).status).toBe(200)
    expect(await test.heartbeats(...tokens)).toEqual(['session_alive', 'ended_by_owner', 'session_alive'])
    expect(await test.maker.api('DELETE', `${test.base}/sessions/${newest?.id}`)).toMatchObject({ status: 404 })
    const ended = await test.maker.api('DELETE', `${test.base}/sessions?userId=${ada.id}`)
    expect(ended.body).toMatchObject({ ended: 1 })
    expect(await test.heartbeats(...tokens)).toEqual(['ended_by_owner', 'ended_by_owner', 'session_alive'])
    const stranger = await test.account()
    expect((await stranger.api('DELETE', `${test.base}/sessions`)).status).toBe(404)
    await test.maker.api('DELETE', `${test.base}/sessions`)
    expect(await test.heartbeats(...tokens)).toEqual(Array(3).fill('ended_by_owner'))
    expect(await list()).toEqual([])
  })

  it('shows a session no more once three heartbeats stayed away', async () => {
    const { id } = await create()
    await test.startSession(id)
    test.clock.advance(90_000)
    expect((await inspect(id)).sessions).toHaveLength(1)
    test.clock.advance(1)
    expect((await inspect(id)).sessions).toEqual([])
  })

  it.each([
    ['account_banned', (id: number) => test.maker.api('POST', `${test.base}/users/${id}/ban`)],
    ['account_disabled', (id: number) => put(id, { isActive: false })],
    ['account_paused', (id: number) => put(id, { isPaused: true })],
    ['account_expired', (id: number) => put(id, { expiresAt: '2020-01-01T00:00:00.000Z' })],
    ['hwid_mismatch', (id: number) => put(id, { hwid: 'PC-9' })],
    ['version_mismatch', () => application({ version: '2.0' })],
    ['application_offline', () => application({ isActive: false })],
  ])('%s: the check says what the login says', async (code, spoil) => {
    const { id, username } = await create()
    await spoil(id)
    const answered = await login(username, { version: '1.0' })
    const explained = await check({ username, version: '1.0', hwid: 'PC-1' })
    expect(answered.body.code).toBe(code)
    expect(explained).toMatchObject({ wouldPass: false, code, message: answered.body.message })
    expect(failed(explained)).toEqual([code])
    expect(explained.user?.id).toBe(id)
    // requests that never reached a decision are not logged
    if (code !== 'application_offline') expect(explained.stoppedBy).toBe(code)
  })

  it('says that a login would pass, and that it would bind', async () => {
    const { username } = await create()
    const first = await check({ username })
    expect(first).toMatchObject({ wouldPass: true, code: 'login_successful', bindsHwid: true, lastAttempt: null })
    await login(username)
    const second = await check({ username: username.toUpperCase() })
    expect(second).toMatchObject({ wouldPass: true, bindsHwid: false, stoppedBy: null })
    expect(second.assumed).toMatchObject({
      version: { value: '1.0', from: 'application' },
      hwid: { value: 'PC-1', from: 'account' },
      ip: { from: 'last attempt' },
    })
    expect(second.checks.map((each) => each.check)).toEqual([...accountLoginChecks])
  })

  it('shows every obstacle in order, also those behind the first', async () => {
    const { id, username } = await create({ hwid: 'PC-9', expiresAt: '2020-01-01T00:00:00.000Z' })
    await put(id, { isPaused: true, isActive: false })
    await test.maker.api('POST', `${test.base}/users/${id}/ban`)
    await test.maker.api('POST', '/api/blacklist', { type: 'username', value: username, reason: '' })
    await application({ version: '3.0' })
    const explained = await check({ username, version: '1.0', hwid: 'PC-1' })
    expect(failed(explained)).toEqual([
      'blocked_username',
      'version_mismatch',
      'account_banned',
      'account_disabled',
      'account_paused',
      'account_expired',
      'hwid_mismatch',
    ])
    expect(explained.checks.find((each) => each.check === 'version_mismatch')?.compared).toEqual([
      { what: 'Version', stored: '3.0', sent: '1.0' },
    ])
  })

  it('takes the machine of the last attempt, and says so', async () => {
    const { username } = await create({ hwid: 'PC-9' })
    await login(username)
    const explained = await check({ username })
    expect(explained).toMatchObject({ wouldPass: false, code: 'hwid_mismatch', stoppedBy: 'hwid_mismatch' })
    expect(explained.assumed.hwid).toEqual({ value: 'PC-1', from: 'last attempt' })
    expect(await check({ username, hwid: 'PC-9' })).toMatchObject({ wouldPass: true })
  })

  it('tells of names that nobody has', async () => {
    await login('Nobody There')
    const explained = await check({ username: 'nobody there' })
    expect(explained).toMatchObject({ user: null, wouldPass: false, code: 'invalid_credentials' })
    expect(explained.stoppedBy).toBe('invalid_credentials')
    expect(failed(explained)).toEqual(['invalid_credentials'])
  })

  it('leaves no trace: no log row, no count, no binding, no failure against the limits', async () => {
    const { id, username } = await create()
    const rows = async () => test.stores.activity.list([test.applicationId], {}, undefined, 1000)
    await test.app.jobs.flush()
    const [before, counted] = [await rows(), await test.stores.counters.summary(test.applicationId, test.clock.now())]
    for (let times = 0; times < 15; times += 1) await check({ username, hwid: 'PC-5' })
    await test.app.jobs.flush()
    expect(await rows()).toEqual(before)
    expect(await test.stores.counters.summary(test.applicationId, test.clock.now())).toEqual(counted)
    expect((await inspect(id)).hardware.hwid).toBeNull()
    expect((await check({ username })).wouldPass).toBe(true)
  })

  it('is for nobody of another account', async () => {
    const { id, username } = await create()
    const stranger = await test.account()
    expect(await stranger.api('GET', `${test.base}/users/${id}/inspection`)).toMatchObject({ status: 404 })
    expect(await stranger.api('POST', `${test.base}/login-check`, { username })).toMatchObject({ status: 404 })
    expect(await stranger.api('GET', `${test.base}/sessions`)).toMatchObject({ status: 404 })
  })
})
