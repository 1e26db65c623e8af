import { expect, test } from 'vitest'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'
import { hashToken } from '../../lib/tokens.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const it = useTestAppOfEach()

const statusOf = async (cookie: string) => (await it.call('GET', '/api/auth/user', { headers: { cookie } })).status
const lastSeen = async (cookie: string) =>
  (await it.stores.sessions.find(hashToken(cookie.slice('sid='.length))))?.lastSeenAt

test('a session ends after twelve hours without a call', async () => {
  const { cookie } = await it.account()
  it.clock.advance(12 * hourMs - 1)
  expect(await statusOf(cookie)).toBe(200)
  it.clock.advance(12 * hourMs)
  expect(await statusOf(cookie)).toBe(401)
})

test('a session ends after thirty days however busy it is', async () => {
  const { cookie } = await it.account()
  for (let halfDay = 1; halfDay < 60; halfDay += 1) {
    it.clock.advance(12 * hourMs - 1)
    expect(await statusOf(cookie)).toBe(200)
  }
  it.clock.advance(12 * hourMs - 1)
  expect(await statusOf(cookie)).toBe(200)
  it.clock.advance(60)
  expect(await statusOf(cookie)).toBe(401)
})

test('when a session was last seen is written at most once a minute', async () => {
  const { cookie } = await it.account()
  const start = it.clock.now()
  it.clock.advance(minuteMs - 1)
  await statusOf(cookie)
  expect(await lastSeen(cookie)).toEqual(start)
  it.clock.advance(1)
  await statusOf(cookie)
  expect(await lastSeen(cookie)).toEqual(it.clock.now())
})

test('a role or switch changed meanwhile is felt at the next call', async () => {
  const { id, cookie } = await it.account('admin')
  const change = (values: { role?: string; is_active?: number }) =>
    it.database.transaction((tx) => tx.updateTable('accounts').set(values).where('id', '=', id).execute())
  await change({ role: 'user' })
  const { body } = await it.call<{ role: string }>('GET', '/api/auth/user', { headers: { cookie } })
  expect(body.role).toBe('user')
  await change({ is_active: 0 })
  expect(await statusOf(cookie)).toBe(401)
})

test('no cookie, an empty one and a made-up one are nobody', async () => {
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'é'.repeat(10)}`, '__Host-sid=x']) {
    expect(await statusOf(cookie)).toBe(401)
  }
})

test('the cookie of the other mode is not read', async () => {
  const { cookie } = await it.account()
  expect(await statusOf(`__Host-${cookie}`)).toBe(401)
})

test('the database holds no token that a browser could send', async () => {
  const { cookie } = await it.account()
  const rows = await it.database.reads.selectFrom('dashboard_sessions').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(cookie.slice('sid='.length))
})
