import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { openAuditedApp } from '../../../../test/harness/open-audited-app.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { contract } from '../../../shared/contract/index.ts'
import type { RouteDef } from '../../../shared/contract/route.ts'
import { hashAdminKey, rotateAdminKey } from '../../lib/admin-key.ts'
import { randomToken } from '../../lib/tokens.ts'

const path = '/api/admin/users'

describeOnBothDatabases('the admin key', (open) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let dataDir: string
  let key: string
  let test: Awaited<ReturnType<typeof openAuditedApp>>
  beforeAll(async () => {
    folder = await temporaryFolder()
    dataDir = folder.options.dataDir
    test = await openAuditedApp({ DATA_DIR: dataDir }, await open())
    key = (await test.app.adminKey.makeOnce()) ?? ''
  })
  afterAll(async () => {
    await test.close()
    await folder.remove()
  })

  /** As the command does it, for the place where the server keeps its key. */
  const rotate = async (until?: Date) => {
    if (test.database.engine === 'sqlite') return rotateAdminKey(dataDir, until)
    const next = randomToken()
    await test.stores.transaction((tx) => tx.adminKey.replace(hashAdminKey(next), until))
    return next
  }

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

  /** How many uses of the key and how many wrong keys are in the audit log. */
  const noted = async () => {
    const actions = (await test.audited()).map(({ action }) => action)
    const count = (name: string) => actions.filter((action) => action === name).length
    return { used: count('admin_key.use'), refused: count('admin_key.refuse') }
  }

  it('wrong ones of one address are five a minute; the right one and sessions pass from there all the time', async () => {
    const owner = await test.account('owner')
    for (let n = 0; n < 5; n += 1) {
      expect(await get('wrong')).toMatchObject({ status: 401, body: { message: 'Invalid admin key' } })
    }
    expect(await get('wrong')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await get(key)).status).toBe(200)
    expect((await get('wrong')).status).toBe(429)
    expect((await test.call('GET', path, { headers: { cookie: owner.cookie }, ip: '192.0.2.1' })).status).toBe(200)
    expect((await get('wrong', '192.0.2.2')).status).toBe(401)
    test.clock.advance(60_000)
    expect((await get('wrong')).status).toBe(401)
    expect(JSON.stringify(await test.audited())).not.toContain(key)
    test.clock.advance(3_600_000)
  })

  it('two hundred wrong ones at once are five of an address and a hundred in all, in the audit log too', async () => {
    const owner = await test.account('owner')
    const before = await noted()
    const many = Array.from({ length: 200 }, (_, n) => n)
    const one = await Promise.all(many.map(() => get('wrong', '192.0.2.77')))
    expect(one.filter(({ status }) => status === 401)).toHaveLength(5)
    const right = many.slice(0, 20).map(() => get(key, '192.0.2.77'))
    const all = await Promise.all(many.map((n) => get('wrong', `198.51.100.${n}`)))
    expect(all.filter(({ status }) => status === 401)).toHaveLength(95)
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual(right.map(() => 200))
    expect((await owner.api('GET', path)).status).toBe(200)
    const after = await noted()
    expect([after.refused - before.refused, after.used - before.used]).toEqual([100, 20])
    test.clock.advance(3_600_000)
    expect((await get('wrong', '203.0.113.1')).status).toBe(401)
  })

  it('is replaced while the server runs: the new one counts at once, the old one until its end', async () => {
    const until = new Date(test.clock.nowMs() + 3_600_000)
    const next = await rotate(until)
    expect([(await get(next)).status, (await get(key)).status]).toEqual([200, 200])
    test.clock.advance(3_600_000)
    expect([(await get(next)).status, (await get(key)).status]).toEqual([200, 401])
    const last = await rotate()
    expect([(await get(last)).status, (await get(next)).status]).toEqual([200, 401])
    key = last
  })
})

/** ODD_ADMIN_KEYS=10000 runs the long form. */
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
    // The HTTP parser trims white space around header values.
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
