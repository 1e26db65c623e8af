import { beforeAll, describe, expect, it } from 'vitest'
import { useSeededApp } from '../../../test/harness/use-suite.ts'

interface Shown {
  id: number
  username: string
  hwid: string | null
  isHwidLocked: boolean
  isPaused: boolean
  isBanned: boolean
}

describe('users of an application', () => {
  const test = useSeededApp()
  let made = 0

  const post = (body: object) => test.maker.api<Shown>('POST', `${test.base}/users`, body)
  const create = async (body: object = {}) => {
    made += 1
    const answer = await post({ username: `user${made}`, password: 'long enough', ...body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const put = (id: number, body: object) => test.maker.api<Shown>('PUT', `${test.base}/users/${id}`, body)
  const act = (id: number, action: string) => test.maker.api<Shown>('POST', `${test.base}/users/${id}/${action}`)
  const login = (username: string, extra: object = {}) =>
    test.client('login', { username, password: 'long enough', ...extra })
  const events = async () => {
    const rows = await test.stores.activity.list([test.applicationId], {}, undefined, 1000)
    return rows.filter((row) => row.event === 'session_end').map(({ userId, code }) => ({ userId, code }))
  }

  it('are made with what was given, and can sign in at once', async () => {
    const expiresAt = '2030-01-02T03:04:05.000+02:00'
    const user = await create({ username: ' Ada ', email: 'Ada@Example.com', expiresAt })
    expect(user).toEqual({
      id: user.id,
      username: 'Ada',
      features: {},
      kind: 'account',
      email: 'Ada@Example.com',
      isActive: true,
      isPaused: false,
      isBanned: false,
      hwid: null,
      isHwidLocked: true,
      deviceLimit: null,
      devices: 0,
      seats: 1,
      expiresAt: '2030-01-02T01:04:05.000Z',
      licenseId: null,
      effectiveExpiresAt: '2030-01-02T01:04:05.000Z',
      graceUntil: null,
      lastLogin: null,
      lastLoginIp: null,
      createdAt: test.clock.now().toISOString(),
    })
    expect((await login('ada', { hwid: 'PC-1' })).body).toMatchObject({ success: true, user_id: user.id })
    const seen = await test.maker.api<Shown>('GET', `${test.base}/users/${user.id}`)
    expect(seen.body).toEqual({
      ...user,
      hwid: 'PC-1',
      devices: 1,
      lastLogin: test.clock.now().toISOString(),
      lastLoginIp: '127.0.0.1',
    })
    expect(seen.text).not.toMatch(/argon2|password/i)
  })

  it('need a name that somebody can see and a password that is not blank', async () => {
    for (const username of ['', '  ', '\u200b\u00ad']) {
      const { status, body } = await post({ username, password: 'long enough' })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { fields: { username: expect.stringMatching(/required/) } },
      })
    }
    for (const password of ['', '   ']) {
      const { status, body } = await post({ username: 'nobody', password })
      expect({ status, body }).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    }
    const { id } = await create()
    expect((await put(id, { username: ' ' })).body).toMatchObject({ message: 'Username is required' })
  })

  it('have a name that nobody else of the application has in any spelling', async () => {
    const { id } = await create({ username: 'Émile' })
    const other = await create()
    for (const answer of [
      await post({ username: 'ÉMILE', password: 'x' }),
      await put(other.id, { username: 'émile ' }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'username_taken', message: 'Username already exists' })
    }
    expect((await put(id, { username: 'ÉMILE' })).body.username).toBe('ÉMILE')
  })

  it('are locked to the first machine, to a given one, or not at all, as the maker chose', async () => {
    const [plain, blank, bound, free] = [
      await create(),
      await create({ hwid: '' }),
      await create({ hwid: 'PC-1' }),
      await create({ isHwidLocked: false }),
    ]
    expect(plain).toMatchObject({ hwid: null, isHwidLocked: true })
    expect(blank).toMatchObject({ hwid: null, isHwidLocked: true })
    expect(bound).toMatchObject({ hwid: 'PC-1', isHwidLocked: true })
    expect(free).toMatchObject({ hwid: null, isHwidLocked: false })
    expect((await login(bound.username, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    expect((await login(bound.username, { hwid: 'PC-1' })).body.success).toBe(true)
    expect((await login(free.username, { hwid: 'PC-2' })).body.success).toBe(true)
    for (const { username } of [plain, blank]) {
      expect((await login(username, { hwid: 'PC-3' })).body.success).toBe(true)
      expect((await login(username, { hwid: 'PC-4' })).body.code).toBe('hwid_mismatch')
    }
  })

  it('are not bound to an id that names no machine', async () => {
    const { id } = await create()
    for (const hwid of ['00000000-0000-0000-0000-000000000000', 'To be filled by O.E.M.', '02:00:00:00:00:00']) {
      for (const answer of [await post({ username: 'nobody', password: 'x', hwid }), await put(id, { hwid })]) {
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({ fields: { hwid: expect.any(String) } })
      }
    }
  })

  it('change by what is named; an empty change returns them as they are', async () => {
    const user = await create({ expiresAt: '2030-01-01T00:00:00.000Z', hwid: 'PC-1' })
    expect((await put(user.id, {})).body).toEqual(user)
    const change = { email: 'new@example.com', isActive: false, isPaused: true }
    expect((await put(user.id, change)).body).toEqual({ ...user, ...change })
    const reset = { email: null, expiresAt: null, isActive: true, isPaused: false }
    expect((await put(user.id, reset)).body).toEqual({
      ...user,
      ...reset,
      effectiveExpiresAt: null,
      undoId: expect.any(String),
    })
  })

  it('get back the machine or the expiry that was changed by hand', async () => {
    const expiresAt = '2030-01-01T00:00:00.000Z'
    const user = await create({ expiresAt, hwid: 'PC-1' })
    const undo = (changed: Shown & { undoId?: string }) =>
      test.maker.api<object>('POST', `${test.base}/operations/${changed.undoId}/undo`)
    const seen = async () => (await test.maker.api<Shown>('GET', `${test.base}/users/${user.id}`)).body
    const reset = (await act(user.id, 'reset-hwid')).body
    expect(reset.hwid).toBeNull()
    expect((await undo(reset)).body).toEqual({ restored: 1, skipped: 0 })
    expect(await seen()).toEqual(user)
    const extended = (await put(user.id, { expiresAt: '2031-01-01T00:00:00.000Z' })).body
    await undo(extended)
    expect(await seen()).toEqual(user)
    expect(await act(user.id, 'pause')).not.toHaveProperty('body.undoId')
  })

  it('keep the password when a blank one is sent, and take a new one', async () => {
    const user = await create()
    for (const password of ['', '  ']) expect((await put(user.id, { password })).status).toBe(200)
    expect((await login(user.username, { hwid: 'PC-1' })).body.success).toBe(true)
    await put(user.id, { password: 'another one' })
    expect((await login(user.username, { hwid: 'PC-1' })).body.code).toBe('invalid_credentials')
    expect((await login(user.username, { hwid: 'PC-1', password: 'another one' })).body.success).toBe(true)
  })

  it('lose their sessions with a new password, and with no other change', async () => {
    const { id } = await create()
    const token = await test.startSession(id)
    await put(id, { email: 'new@example.com' })
    expect(await test.heartbeats(token)).toEqual(['session_alive'])
    await put(id, { password: 'another one' })
    expect(await test.heartbeats(token)).toEqual(['ended_by_owner'])
  })

  it('never expire when their expiry lies at the end of time', async () => {
    const never = '9999-12-31T23:59:00.000Z'
    const user = await create({ expiresAt: never })
    expect((await put(user.id, {})).body).toMatchObject({ expiresAt: never, effectiveExpiresAt: never })
  })

  it('take no expiry that is no time, or that no calendar of four digits holds in UTC', async () => {
    const user = await create()
    for (const expiresAt of ['9999-12-31T23:59:00.000-12:00', '0000-01-01T00:00:00.000+14:00']) {
      const { status, body } = await put(user.id, { expiresAt })
      expect({ status, body }).toMatchObject({ status: 400, body: { fields: { expiresAt: expect.any(String) } } })
    }
    for (const expiresAt of ['tomorrow', '', 1, '2026-02-30T00:00:00Z']) {
      expect((await put(user.id, { expiresAt })).status).toBe(400)
    }
  })

  it('are paused, resumed, banned and unbanned, each time again with the same answer', async () => {
    const { id, username } = await create({ isHwidLocked: false })
    const steps = [
      ['pause', { isPaused: true }, 'account_paused'],
      ['ban', { isBanned: true }, 'account_banned'],
      ['unpause', { isPaused: false }, 'account_banned'],
      ['unban', { isBanned: false }, 'login_successful'],
    ] as const
    for (const [action, state, code] of steps) {
      const first = await act(id, action)
      expect({ status: first.status, body: first.body }).toMatchObject({ status: 200, body: { id, ...state } })
      expect((await act(id, action)).body).toEqual(first.body)
      expect((await login(username)).body.code).toBe(code)
    }
  })

  it('lose their machine and its sessions with a reset; the next login binds again', async () => {
    const { id, username } = await create({ hwid: 'PC-1' })
    const token = await test.startSession(id)
    expect((await act(id, 'reset-hwid')).body).toMatchObject({ hwid: null, isHwidLocked: true })
    expect(await test.heartbeats(token)).toEqual(['ended_by_owner'])
    expect(await events()).toContainEqual({ userId: id, code: 'ended_by_owner' })
    expect((await login(username, { hwid: 'PC-2' })).body.success).toBe(true)
    expect((await login(username, { hwid: 'PC-1' })).body.code).toBe('hwid_mismatch')
  })

  it('are gone when deleted, with their sessions; the name is free again', async () => {
    const user = await create()
    const token = await test.startSession(user.id)
    const path = `${test.base}/users/${user.id}`
    expect((await test.maker.api('DELETE', path)).body).toEqual({ message: 'User deleted successfully' })
    expect((await test.maker.api('GET', path)).status).toBe(404)
    expect((await test.maker.api('DELETE', path)).body).toMatchObject({ code: 'user_not_found' })
    expect(await test.heartbeats(token)).toEqual(['user_not_found'])
    expect(await events()).toContainEqual({ userId: user.id, code: 'ended_by_owner' })
    expect(await test.stores.clientSessions.liveOf(test.applicationId, user.id)).toEqual([])
    await create({ username: user.username })
  })
})

describe('the list of users', () => {
  const test = useSeededApp()
  const list = (query: string) => test.maker.api<Shown[]>('GET', `${test.base}/users${query}`)
  const names = async (query: string) => (await list(query)).body.map((user) => user.username)

  beforeAll(async () => {
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < 1203; n += 1) {
        await tx.appUsers.insert(test.applicationId, {
          username: `user${String(n).padStart(4, '0')}`,
          email: null,
          passwordHash: 'hash',
          hwid: n % 2 === 0 ? `PC-${n}` : null,
          isHwidLocked: true,
          expiresAt: n % 3 === 0 ? null : new Date(Date.UTC(2030, 0, 1 + (n % 5))),
          licenseId: null,
          createdAt: test.clock.now(),
        })
      }
    })
  })

  it('is the whole array without a limit, however long', async () => {
    const { body, headers } = await list('?sort=username:asc')
    expect(body).toHaveLength(1203)
    expect(body.map((user) => user.username)).toEqual(body.map((user) => user.username).sort())
    expect(headers['x-total-count']).toBe('1203')
    expect(headers.link).toBeUndefined()
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await list('')).body).toHaveLength(1203)
  })

  it('goes page by page along the Link header, visiting each user once', async () => {
    for (const sort of ['username:desc', 'expiresAt:asc', 'lastLogin:desc', 'createdAt:asc', 'id:asc']) {
      const whole = (await list(`?sort=${sort}`)).body.map((user) => user.id)
      const paged: number[] = []
      let next: string | undefined = `${test.base}/users?sort=${sort}&limit=500`
      while (next) {
        const page: Awaited<ReturnType<typeof list>> = await test.maker.api('GET', next)
        expect(page.headers['x-total-count']).toBe('1203')
        paged.push(...page.body.map((user) => user.id))
        next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
      }
      expect(paged).toEqual(whole)
      expect(new Set(paged).size).toBe(1203)
    }
  })

  it('counts exactly what a filter finds', async () => {
    const { body, headers } = await list('?hasHwid=true&limit=1')
    expect(body).toHaveLength(1)
    expect(headers['x-total-count']).toBe('602')
    expect(await names('?q=USER0042')).toEqual(['user0042'])
    expect((await list('?q=nobody')).headers['x-total-count']).toBe('0')
    expect(await names('?status=banned')).toEqual([])
    expect(await names('?licenseId=1')).toEqual([])
  })

  it('refuses what is no page: limits, sorts, filters and cursors of another list', async () => {
    const { headers } = await list('?sort=username:asc&limit=1')
    const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1]
    const forged = Buffer.from('["username:asc","a\\u0000",1]').toString('base64url')
    const typed = Buffer.from('["id:asc","a",1]').toString('base64url')
    const wrong = {
      limit: ['limit=0', 'limit=1001', 'limit=1e3', 'limit=-1', 'limit=1&limit=2'],
      sort: ['sort=password_hash:asc', 'sort=username', 'sort=username:asc;'],
      status: ['status=gone'],
      hasHwid: ['hasHwid=1'],
      licenseId: ['licenseId=x'],
      cursor: [
        `sort=id:asc&limit=1&cursor=${cursor}`,
        'cursor=x',
        `sort=username:asc&cursor=${forged}`,
        `sort=id:asc&cursor=${typed}`,
        `cursor=${'a'.repeat(9000)}`,
      ].map((query) => query.slice(0, 6000)),
    }
    for (const [field, queries] of Object.entries(wrong)) {
      for (const query of queries) {
        const { status, body } = await list(`?${query}`)
        expect({ query, status, body }).toMatchObject({
          status: 400,
          body: { fields: { [field]: expect.any(String) } },
        })
      }
    }
    expect((await list('?offset=5')).status).toBe(400)
  })
})
