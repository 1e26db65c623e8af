import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useAccounts, useTestApp } from '../../../../test/harness/use-suite.ts'
import { contract } from '../../../shared/contract/index.ts'
import type { RouteDef } from '../../../shared/contract/route.ts'
import { type TokenAction, tokenActions } from '../../../shared/token-actions.ts'
import { DiskFull } from '../../db/open.ts'
import { newManagementToken } from '../../lib/tokens.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Made {
  readonly id: number
  readonly token: string
  readonly hint: string
}

interface Problem {
  readonly code?: string
}

describeOnBothDatabases('a management token', (open) => {
  const it = useTestApp({ open })
  const { maker } = useAccounts(it, { maker: 'user' })
  let own: number
  let second: number
  let foreign: number

  beforeAll(async () => {
    own = await application(maker, 'Mine')
    second = await application(maker, 'Mine too')
    foreign = await application(await it.account('user'), 'Theirs')
  })

  const application = async (account: TestAccount, name: string) =>
    (await account.api<{ id: number }>('POST', '/api/applications', { name })).body.id
  const make = async (actions: readonly TokenAction[], more: object = {}, account = maker) => {
    await it.stores.transaction(async (tx) => {
      const [session] = await tx.sessions.listByAccount(account.id, new Date(0))
      if (session) await tx.sessions.markReauthenticated(session.tokenHash, it.clock.now())
    })
    const made = await account.api<Made>('POST', '/api/account/tokens', { name: 'Shop', days: 30, actions, ...more })
    if (made.status !== 200) throw new Error(made.text)
    return made.body
  }
  const as = (token: string, method: string, path: string, body?: object, headers = {}) =>
    it.call<Problem & Record<string, unknown>>(method, path, {
      ...(body && { body }),
      headers: { authorization: `Bearer ${token}`, ...headers },
    })

  test('lets a shop make a license without anybody being signed in, and the audit log names it', async () => {
    const { token, id } = await make(['licenses:write'])
    const made = await as(token, 'POST', `/api/applications/${own}/licenses/generate`, { maxUsers: 2 })
    expect(made.status).toBe(200)
    expect(made.body.maxUsers).toBe(2)
    const row = await it.database.reads
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(row).toMatchObject({
      account_id: maker.id,
      actor: `${maker.email}, token ${id} "Shop"`,
      action: 'license.create',
    })
  })

  test('is told once, and the database holds its hash alone', async () => {
    const { token, hint } = await make(['users:read'])
    expect(token).toMatch(/^kwt_[0-9A-Za-z]{49}$/)
    expect(token.startsWith(hint)).toBe(true)
    const listed = await maker.api('GET', '/api/account/tokens')
    expect(listed.text).not.toContain(token)
    const rows = await it.database.reads.selectFrom('management_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(token.slice(hint.length))
    expect(it.log.join()).not.toContain(token)
  })

  test('does what it was given and nothing else', async () => {
    const { token } = await make(['users:read'])
    expect((await as(token, 'GET', `/api/applications/${own}/users`)).status).toBe(200)
    const refused = await as(token, 'POST', `/api/applications/${own}/users`, { username: 'x', password: 'y' })
    expect([refused.status, refused.body.code]).toEqual([403, 'token_not_allowed'])
    expect((await as(token, 'GET', `/api/applications/${own}/licenses`)).status).toBe(403)
  })

  test('for some applications sees the others as if they were missing', async () => {
    const { token } = await make(['applications:read', 'users:read', 'users:write'], { applicationIds: [own] })
    expect((await as(token, 'GET', `/api/applications/${own}`)).status).toBe(200)
    const [other, missing] = [
      await as(token, 'GET', `/api/applications/${second}`),
      await as(token, 'GET', '/api/applications/999999'),
    ]
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    expect([other.status, withoutId(other.text)]).toEqual([404, withoutId(missing.text)])
    const list = await as(token, 'GET', '/api/applications')
    expect((list.body as unknown as { id: number }[]).map(({ id }) => id)).toEqual([own])
  })

  test('for some applications must name one of them where a call may be about all', async () => {
    const { token } = await make(['activity:read', 'blacklist:read', 'blacklist:write', 'webhooks:write'], {
      applicationIds: [own],
    })
    expect((await as(token, 'GET', '/api/activity-logs')).body.code).toBe('token_not_allowed')
    expect((await as(token, 'GET', `/api/activity-logs?applicationId=${own}`)).status).toBe(200)
    expect((await as(token, 'GET', `/api/activity-logs?applicationId=${second}`)).status).toBe(404)
    const entry = { type: 'username', value: 'mallory' }
    expect((await as(token, 'POST', '/api/blacklist', entry)).status).toBe(403)
    expect((await as(token, 'POST', '/api/blacklist', { ...entry, applicationId: second })).status).toBe(404)
    const made = await as(token, 'POST', '/api/blacklist', { ...entry, applicationId: own })
    expect(made.status).toBe(200)
    // the entry's ID doesn't tell its application, whatever body or query claim
    expect((await as(token, 'DELETE', `/api/blacklist/${made.body.id}`)).status).toBe(403)
    expect((await as(token, 'PUT', '/api/webhooks/1', { applicationId: own })).status).toBe(403)
  })

  test('for all applications reaches own ones alone, whatever its owner may see besides', async () => {
    const owner = await it.account('owner')
    const { token } = await make(['applications:read', 'users:read'], {}, owner)
    expect((await owner.api('GET', `/api/applications/${foreign}`)).status).toBe(200)
    expect((await as(token, 'GET', `/api/applications/${foreign}`)).status).toBe(404)
    expect((await as(token, 'GET', '/api/applications?all=true')).status).toBe(403)
  })

  test('for a chosen application of another account ends with the permission of its owner', async () => {
    const admin = await it.account('admin')
    const { token } = await make(['users:read'], { applicationIds: [foreign] }, admin)
    expect((await as(token, 'GET', `/api/applications/${foreign}/users`)).status).toBe(200)
    await it.database.transaction((tx) =>
      tx.updateTable('accounts').set({ permissions: '[]' }).where('id', '=', admin.id).execute(),
    )
    expect((await as(token, 'GET', `/api/applications/${foreign}/users`)).status).toBe(404)
    const unseen = { name: 'x', days: 1, actions: ['users:read'], applicationIds: [foreign] }
    expect((await admin.api('POST', '/api/account/tokens', unseen)).status).toBe(404)
  })

  test('that reads applications sees API keys masked; one that changes them sees them', async () => {
    const [reader, writer] = [
      await make(['applications:read']),
      await make(['applications:read', 'applications:write']),
    ]
    const keyFor = async ({ token }: Made) => (await as(token, 'GET', `/api/applications/${own}`)).body.apiKey
    expect(await keyFor(reader)).toContain('•')
    expect(await keyFor(writer)).toMatch(/^ak_[0-9A-Za-z]{49}$/)
  })

  test('ends at its time, when it is revoked, and when its owner is switched off', async () => {
    const short = await make(['users:read'], { days: 1 })
    const path = `/api/applications/${own}/users`
    it.clock.advance(dayMs - 1)
    expect((await as(short.token, 'GET', path)).status).toBe(200)
    it.clock.advance(1)
    expect((await as(short.token, 'GET', path)).body.code).toBe('invalid_token')

    const guest = await it.account('user')
    const theirs = await application(guest, 'Guest')
    const revoked = await make(['users:read'], {}, guest)
    const off = await make(['users:read'], {}, guest)
    expect((await as(revoked.token, 'GET', `/api/applications/${theirs}/users`)).status).toBe(200)
    expect((await guest.api('DELETE', `/api/account/tokens/${revoked.id}`)).status).toBe(200)
    expect((await as(revoked.token, 'GET', `/api/applications/${theirs}/users`)).status).toBe(401)
    await it.database.transaction((tx) =>
      tx.updateTable('accounts').set({ is_active: 0 }).where('id', '=', guest.id).execute(),
    )
    expect((await as(off.token, 'GET', `/api/applications/${theirs}/users`)).status).toBe(401)
  })

  test('is revoked by its owner alone', async () => {
    const { id } = await make(['users:read'], {}, await it.account('user'))
    const stranger = await it.account('owner')
    expect((await stranger.api('DELETE', `/api/account/tokens/${id}`)).status).toBe(404)
  })

  test('notes when it was last used', async () => {
    const guest = await it.account('user')
    const { id, token } = await make(['users:read'], {}, guest)
    await as(token, 'GET', `/api/applications/${await application(guest, 'Guest')}/users`)
    const { body } = await guest.api<{ id: number; lastUsedAt: string | null }[]>('GET', '/api/account/tokens')
    expect(body.find((each) => each.id === id)?.lastUsedAt).toBe(it.clock.now().toISOString())
  })

  test('reads while nothing can be written, as a session does, and changes nothing then', async () => {
    const reader = await it.account('user')
    const { token } = await make(['users:read', 'users:write'], {}, reader)
    const path = `/api/applications/${await application(reader, 'Read only')}/users`
    it.clock.advance(minuteMs)
    const full = vi.spyOn(it.database, 'transaction').mockRejectedValue(new DiskFull('no room'))
    expect((await as(token, 'GET', path)).status).toBe(200)
    expect((await reader.api('GET', path)).status).toBe(200)
    const made = await as(token, 'POST', path, { username: 'ada', password: 'a long password' })
    expect(made.status).toBe(503)
    expect(full).toHaveBeenCalled()
    full.mockRestore()
    expect((await as(token, 'GET', path)).body).toEqual([])
  })
})

describe('calls with a token', () => {
  const it = useTestApp()
  const { maker } = useAccounts(it, { maker: 'owner' })
  let token: string
  let own: number
  beforeAll(async () => {
    own = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Mine' })).body.id
    const body = { name: 'All', days: 1, actions: tokenActions }
    token = (await maker.api<Made>('POST', '/api/account/tokens', body)).body.token
  })
  const path = () => `/api/applications/${own}/users`

  const closed = Object.entries<RouteDef>(contract).filter(
    ([, route]) => ['session', 'admin'].includes(route.auth) && (route.token ?? 'none') === 'none',
  )
  test.each(closed)('%s is refused, even to one that may do everything and with a cookie beside it', async (key) => {
    const [method, url] = key.split(' ') as [string, string]
    it.clock.advance(minuteMs)
    const headers = { authorization: `Bearer ${token}` }
    const refused = await it.call(method, url.replaceAll(/:\w+/g, '1'), {
      headers,
      ...(method !== 'GET' && { body: {} }),
    })
    expect([401, 403]).toContain(refused.status)
  })

  test('go by the token alone: a cookie beside it adds nothing', async () => {
    const headers = { authorization: `Bearer ${token}`, cookie: maker.cookie }
    const refused = await it.call<Problem>('POST', '/api/account/sign-out-everywhere', { headers })
    expect(refused.body.code).toBe('token_not_allowed')
    const wrong = { authorization: 'Bearer kwt_wrong', cookie: maker.cookie }
    expect((await it.call('GET', path(), { headers: wrong })).status).toBe(401)
  })

  test('come from anywhere: what protects cookies is not asked', async () => {
    const body = { username: 'remote', password: 'a long password' }
    const from = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }
    const headers = { authorization: `Bearer ${token}`, ...from }
    expect((await it.call('POST', path(), { body, headers })).status).toBe(200)
    const withCookie = { cookie: maker.cookie, ...from }
    expect((await it.call('POST', path(), { body, headers: withCookie })).status).toBe(403)
    // a malformed Authorization header does not fall back to the cookie
    const feigned = { ...withCookie, authorization: 'Bearer x' }
    expect((await it.call('POST', path(), { body, headers: feigned })).status).toBe(401)
    expect((await it.call('POST', '/api/logout', { headers: feigned })).status).toBe(403)
  })

  test('are limited to six hundred a minute', async () => {
    it.clock.advance(minuteMs)
    const statuses = new Map<number, number>()
    for (let index = 0; index < 601; index += 1) {
      const { status } = await it.call('GET', '/api/custom-messages', { headers: { authorization: `Bearer ${token}` } })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 600],
      [429, 1],
    ])
    it.clock.advance(minuteMs)
  })

  test('with unknown tokens are limited by address', async () => {
    const guess = () => it.call('GET', path(), { headers: { authorization: 'Bearer kwt_guess' }, ip: '198.51.100.1' })
    for (let index = 0; index < 60; index += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    const right = { headers: { authorization: `Bearer ${token}` }, ip: '198.51.100.1' }
    expect((await it.call('GET', '/api/custom-messages', right)).status).toBe(200)
  })

  test('with two hundred unknown tokens at once, well-formed ones too, are answered sixty times', async () => {
    const guess = () => {
      const headers = { authorization: `Bearer ${newManagementToken()}` }
      return it.call('GET', path(), { headers, ip: '198.51.100.2' })
    }
    const answers = await Promise.all(Array.from({ length: 200 }, guess))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140)
  })

  test('open no stream of live events', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await it.call('GET', `/api/events?applicationId=${own}`, { headers })).status).toBe(403)
  })
})
