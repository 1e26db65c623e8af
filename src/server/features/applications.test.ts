import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { openAuditedApp } from '../../../test/harness/open-audited-app.ts'
import { noStats } from '../../../test/harness/world.ts'

interface Shown {
  id: number
  name: string
  apiKey: string
  counts: object
}

const dayMs = 86_400_000

describe('applications', () => {
  let test: Awaited<ReturnType<typeof openAuditedApp>>
  let maker: TestAccount

  const create = async (account: TestAccount, body: object = { name: 'Demo' }) =>
    (await account.api<Shown>('POST', '/api/applications', body)).body

  beforeAll(async () => {
    test = await openAuditedApp()
    maker = await test.account()
  })
  afterAll(() => test.close())

  it('are made with the defaults of the specification and a key that works at once', async () => {
    const made = await create(maker, { name: ' My Game ' })
    expect(made).toEqual({
      id: made.id,
      name: 'My Game',
      description: '',
      version: '1.0',
      hwidLockEnabled: true,
      isActive: true,
      features: {},
      registrationMode: 'open',
      registrationDays: null,
      minPasswordLength: 8,
      isVersionRequired: false,
      isVerifyStrict: false,
      licenseLogin: false,
      isKeyInHeaderOnly: false,
      downloadUrl: null,
      sessionLimit: null,
      sessionLimitPolicy: 'reject',
      deviceLimit: 1,
      hwidTolerance: 0,
      graceDays: 0,
      leaseHours: null,
      offlineStart: false,
      activityDays: null,
      activityRows: null,
      portalEnabled: false,
      portalSlug: null,
      portalName: null,
      portalColor: null,
      portalSupportUrl: null,
      portalWelcome: null,
      portalKeyOnly: 'view',
      deviceReleaseDays: 7,
      versionMismatchMessage: null,
      loginSuccessMessage: null,
      loginFailedMessage: null,
      accountDisabledMessage: null,
      accountExpiredMessage: null,
      hwidMismatchMessage: null,
      apiKey: expect.stringMatching(/^ak_[0-9A-Za-z]{49}$/),
      createdAt: test.clock.now().toISOString(),
      counts: { users: 0, licenses: 0, activity: 0, webhooks: 0, blacklist: 0 },
      role: 'owner',
      can: ['check', 'delete', 'export', 'help', 'keys', 'look', 'manage', 'team'],
      owner: maker.email,
      attention: { webhooks: 0, transfer: null },
    })
    expect((await test.stores.apiKeys.findByKey(made.apiKey, test.clock.now()))?.applicationId).toBe(made.id)
    expect((await maker.api('GET', `/api/applications/${made.id}`)).body).toEqual(made)
  })

  it('need a name', async () => {
    for (const body of [{ name: '  ' }, { name: '' }]) {
      const { status, body: answer } = await maker.api('POST', '/api/applications', body)
      expect(status).toBe(400)
      expect(answer).toMatchObject({ message: 'Please enter an application name' })
    }
    expect((await maker.api('POST', '/api/applications', {})).body).toMatchObject({
      fields: { name: expect.any(String) },
    })
  })

  it('change by what is named; an empty change returns them as they are and leaves no trace', async () => {
    const made = await create(maker)
    const path = `/api/applications/${made.id}`
    const change = { version: '2.1.0', hwidLockEnabled: false, hwidMismatchMessage: 'Wrong hardware', sessionLimit: 2 }
    const changed = await maker.api('PATCH', path, change)
    expect(changed.body).toEqual({ ...made, ...change })
    const before = await test.audited()
    expect((await maker.api('PATCH', path, {})).body).toEqual(changed.body)
    expect(await test.audited()).toEqual(before)
    const inherited = await maker.api('PATCH', path, { hwidMismatchMessage: ' ', sessionLimit: null })
    expect(inherited.body).toEqual({ ...made, version: '2.1.0', hwidLockEnabled: false })
  })

  it('refuse values that would break a client or a sample', async () => {
    const { id } = await create(maker)
    const wrong = {
      version: '1.0"; system("',
      downloadUrl: 'javascript:alert(1)',
      registrationMode: 'everybody',
      sessionLimit: 0,
      minPasswordLength: 0,
      name: 'a\u202eb',
      isActive: 'yes',
    }
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await maker.api('PATCH', `/api/applications/${id}`, { [field]: value })
      expect({ field, status, body }).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    }
  })

  it('are listed for their owner alone, with everybody’s for who may see all data', async () => {
    const [first, second] = [await test.account(), await test.account()]
    const viewer = await test.account('staff')
    const [one, two] = [await create(first), await create(second)]
    expect((await first.api('GET', '/api/applications')).body).toEqual([one])
    expect((await viewer.api('GET', '/api/applications')).body).toEqual([])
    const all = (await viewer.api<Shown[]>('GET', '/api/applications?all=true')).body
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]))
    expect((await first.api('GET', '/api/applications?all=true')).status).toBe(403)
    expect((await first.api('GET', '/api/applications?owner=1')).status).toBe(400)
  })

  it('show the key masked to who may only look, in full to who may change', async () => {
    const { id, apiKey } = await create(maker)
    const [viewer, admin] = [await test.account('staff'), await test.account('admin')]
    const masked = `${apiKey.slice(0, 12)}${'•'.repeat(20)}${apiKey.slice(-8)}`
    expect((await viewer.api<Shown>('GET', `/api/applications/${id}`)).body.apiKey).toBe(masked)
    expect((await viewer.api('GET', '/api/applications?all=true')).text).not.toContain(apiKey)
    expect((await admin.api<Shown>('GET', `/api/applications/${id}`)).body.apiKey).toBe(apiKey)
  })

  it('are gone at once when deleted, with everything in them', async () => {
    const { id, apiKey } = await create(maker)
    const answer = await maker.api('DELETE', `/api/applications/${id}`)
    expect(answer.body).toEqual({ message: 'Application deleted successfully' })
    for (const path of ['', '/users', '/licenses', '/stats']) {
      expect((await maker.api('GET', `/api/applications/${id}${path}`)).status).toBe(404)
    }
    expect((await maker.api('DELETE', `/api/applications/${id}`)).status).toBe(404)
    expect(await test.stores.apiKeys.findByKey(apiKey, test.clock.now())).toBeUndefined()
  })

  /** The last 14 days; only today has activity. */
  const dailyLogins = (succeeded: number, failed: number) =>
    Array.from({ length: 14 }, (_, index) => ({
      day: new Date(test.clock.nowMs() - (13 - index) * dayMs).toISOString().slice(0, 10),
      ...(index === 13 ? { succeeded, failed } : { succeeded: 0, failed: 0 }),
    }))

  it('tell their figures, one by one and in the list', async () => {
    const account = await test.account()
    const { id, apiKey } = await create(account)
    const path = `/api/applications/${id}`
    await account.api('PATCH', path, { hwidLockEnabled: false })
    const user = await account.api<{ id: number }>('POST', `${path}/users`, {
      username: 'ada',
      password: 'long enough',
    })
    await account.api('POST', `${path}/users`, {
      username: 'bob',
      password: 'long enough',
      expiresAt: '2020-01-01T00:00:00Z',
    })
    const headers = { 'x-api-key': apiKey }
    const login = { username: 'ada', password: 'long enough' }
    await test.call('POST', '/api/v1/login', { body: login, headers })
    await test.call('POST', '/api/v1/login', { body: { ...login, password: 'wrong' }, headers })
    await test.call('POST', '/api/v1/session/track', { body: { action: 'start', user_id: user.body.id }, headers })
    await test.app.jobs.flush()
    const stats = {
      totalUsers: 2,
      activeUsers: 1,
      activeSessions: 1,
      loginSuccessRate: 50,
      totalApiRequests: 3,
      lastActivity: test.clock.now().toISOString(),
      dailyLogins: dailyLogins(1, 1),
    }
    expect((await account.api('GET', `${path}/stats`)).body).toEqual(stats)
    const counts = { users: 2, licenses: 0, activity: 3, webhooks: 0, blacklist: 0 }
    expect((await account.api('GET', '/api/applications?include=stats')).body).toMatchObject([{ id, counts, stats }])
  })

  it('tell figures of an application that nothing has happened in', async () => {
    const { id } = await create(maker)
    expect((await maker.api('GET', `/api/applications/${id}/stats`)).body).toEqual({
      ...noStats,
      dailyLogins: dailyLogins(0, 0),
    })
  })

  it('count the logins of the last 14 days, day by day, each for itself', async () => {
    const [own, other] = [await create(maker), await create(maker)]
    const days = [0, 1, 13, 14].map((ago) => Math.floor(test.clock.nowMs() / dayMs) - ago)
    await test.stores.transaction((tx) =>
      tx.counters.add(
        days.flatMap((day, index) => [
          { applicationId: own.id, name: 'login:login_successful' as const, day, by: index + 1 },
          { applicationId: own.id, name: 'login:hwid_mismatch' as const, day, by: 1 },
          { applicationId: own.id, name: 'login:invalid_credentials' as const, day, by: 1 },
        ]),
      ),
    )
    const listed = await maker.api<{ id: number; stats: { dailyLogins: object[] } }[]>(
      'GET',
      '/api/applications?include=stats',
    )
    const of = (id: number) => listed.body.find((each) => each.id === id)?.stats.dailyLogins ?? []
    expect(of(own.id)).toHaveLength(14)
    expect(of(own.id)[13]).toMatchObject({ day: test.clock.now().toISOString().slice(0, 10), succeeded: 1, failed: 2 })
    expect(of(own.id)[12]).toMatchObject({ succeeded: 2, failed: 2 })
    expect(of(own.id)[0]).toMatchObject({ succeeded: 3, failed: 2 })
    expect(of(own.id)[5]).toMatchObject({ succeeded: 0, failed: 0 })
    expect(of(other.id)).toEqual(dailyLogins(0, 0))
  })

  it('are deleted only under the name that was typed, where one was typed', async () => {
    const { id } = await create(maker)
    const path = `/api/applications/${id}`
    const { name } = (await maker.api<{ name: string }>('GET', path)).body
    const wrong = await maker.api('DELETE', `${path}?confirmName=${encodeURIComponent(`${name}x`)}`)
    expect(wrong).toMatchObject({ status: 400, body: { fields: { confirmName: expect.any(String) } } })
    expect((await maker.api('GET', path)).status).toBe(200)
    expect((await maker.api('DELETE', `${path}?confirmName=${encodeURIComponent(` ${name} `)}`)).status).toBe(200)
    expect((await maker.api('GET', path)).status).toBe(404)
  })

  it('note each change with who made it, never with a secret', async () => {
    const account = await test.account()
    const { id, apiKey } = await create(account)
    await account.api('PATCH', `/api/applications/${id}`, { name: 'Secret plan' })
    await account.api('DELETE', `/api/applications/${id}`)
    const rows = (await test.audited()).filter((row) => row.accountId === account.id && row.action.startsWith('app'))
    expect(rows.map((row) => row.action)).toEqual(['application.create', 'application.update', 'application.delete'])
    expect(rows.every((row) => row.subject === `application ${id}` && row.actor === account.email)).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${apiKey}|Secret plan`))
  })
})
