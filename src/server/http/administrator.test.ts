import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/databases.ts'
import { openAuditedApp } from '../../../test/open-audited-app.ts'
import { contract } from '../../shared/contract/index.ts'
import type { RouteDef } from '../../shared/contract/route.ts'
import { makeAdminKeyOnce, rotateAdminKey } from '../lib/admin-key.ts'

const path = '/api/admin/users'

describe('the admin key', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let dataDir: string
  let key: string
  let test: Awaited<ReturnType<typeof openAuditedApp>>
  beforeAll(async () => {
    folder = await temporaryFolder()
    dataDir = folder.options.dataDir
    key = makeAdminKeyOnce(dataDir) ?? ''
    test = await openAuditedApp({ DATA_DIR: dataDir })
  })
  afterAll(async () => {
    await test.close()
    await folder.remove()
  })

  const get = (sent: string, ip = '192.0.2.1') => test.call('GET', path, { headers: { 'x-admin-key': sent }, ip })

  it('opens the calls, and each use is in the audit log', async () => {
    expect((await get(key)).status).toBe(200)
    expect((await test.audited()).at(-1)).toEqual({
      accountId: null,
      actor: 'admin key',
      action: 'admin_key.use',
      subject: 'GET /api/admin/users',
    })
  })

  it('five wrong ones of one address close the door for a minute, to the right one too, and to nobody else', async () => {
    const owner = await test.account('owner')
    for (let n = 0; n < 5; n += 1) {
      expect(await get('wrong')).toMatchObject({ status: 401, body: { message: 'Invalid admin key' } })
    }
    const closed = await get(key)
    expect(closed).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await get(key, '192.0.2.2')).status).toBe(200)
    expect((await test.call('GET', path, { headers: { cookie: owner.cookie }, ip: '192.0.2.1' })).status).toBe(200)
    test.clock.advance(60_000)
    expect((await get(key)).status).toBe(200)
    expect(JSON.stringify(await test.audited())).not.toContain(key)
  })

  it('a hundred wrong ones from anywhere close it for the hour, and no signed-in session with it', async () => {
    const owner = await test.account('owner')
    let refused = 0
    for (let n = 0; n < 120; n += 1) if ((await get('wrong', `198.51.100.${n}`)).status === 429) refused += 1
    expect(refused).toBe(25)
    expect((await get(key, '203.0.113.1')).status).toBe(429)
    expect((await owner.api('GET', path)).status).toBe(200)
    test.clock.advance(3_600_000)
    expect((await get(key, '203.0.113.1')).status).toBe(200)
  })

  it('is replaced while the server runs: the new one counts at once, the old one until its end', async () => {
    const until = new Date(test.clock.nowMs() + 3_600_000)
    const next = rotateAdminKey(dataDir, until)
    expect([(await get(next)).status, (await get(key)).status]).toEqual([200, 200])
    test.clock.advance(3_600_000)
    expect([(await get(next)).status, (await get(key)).status]).toEqual([200, 401])
    const last = rotateAdminKey(dataDir)
    expect([(await get(last)).status, (await get(next)).status]).toEqual([200, 401])
    key = last
  })
})

/** The long form is 10,000: ODD_ADMIN_KEYS=10000. */
const oddKeys = Number(process.env.ODD_ADMIN_KEYS ?? 500)

describe('odd admin keys', () => {
  const key = 'k'.repeat(32)
  let test: Awaited<ReturnType<typeof openAuditedApp>>
  beforeAll(async () => {
    test = await openAuditedApp({ ADMIN_KEY: key, RATE_LIMIT_SCALE: '100000' })
  })
  afterAll(() => test.close())

  it('are refused like any wrong one, never as a fault', async () => {
    const odd = [
      '',
      ' ',
      key.slice(1),
      `${key}k`,
      `${key} `,
      ` ${key}x`,
      `${key}, ${key}`,
      `${key},`,
      'ü'.repeat(16),
      '\u00ff',
    ]
    for (let length = 0; odd.length < oddKeys; length += 4_096 / oddKeys)
      odd.push('k'.repeat(Math.floor(length)).replace(/k$/, 'j'))
    const statuses = new Map<number, number>()
    for (const sent of odd) {
      const { status } = await test.call('GET', path, { headers: { 'x-admin-key': sent } })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // The HTTP parser takes white space from both ends of a header.
    const duplicate = await test.http.inject({ url: path, headers: { 'x-admin-key': [key, key] as never } })
    expect(duplicate.statusCode).toBe(401)
    expect([...statuses.keys()]).toEqual([401])
    expect((await test.call('GET', path, { headers: { 'x-admin-key': key } })).status).toBe(200)
  })

  it('and the right one open nothing but the calls about dashboard users', async () => {
    const others = Object.entries<RouteDef>(contract).filter(([, { auth }]) => auth === 'session')
    expect(others.length).toBeGreaterThan(50)
    for (const [route] of others) {
      const [method, url] = route.split(' ') as [string, string]
      const headers = { 'x-admin-key': key }
      const { status } = await test.call(method, url.replaceAll(/:\w+/g, '1'), { headers })
      expect({ route, status }).toEqual({ route, status: 401 })
    }
  })
})
