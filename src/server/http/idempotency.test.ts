import { beforeAll, expect, test } from 'vitest'
import { type Answer, createTestApp, signedInAccount, type TestAccount } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { contract } from '../../shared/contract/index.ts'
import type { RouteDef } from '../../shared/contract/route.ts'
import type { Permission } from '../../shared/permissions.ts'

const env = { RATE_LIMIT_SCALE: '1000', MASTER_KEY: 'a master key that two servers have in common' }
const dayMs = 24 * 60 * 60 * 1000

/** A body for each creation route; a new route must be added here. */
const bodies: Readonly<Record<string, (mark: string) => object>> = {
  'POST /api/applications': (mark) => ({ name: mark }),
  'POST /api/applications/:id/users': (mark) => ({ username: mark, password: 'a long password' }),
  'POST /api/applications/:id/licenses': (mark) => ({ licenseKey: mark }),
  'POST /api/applications/:id/licenses/generate': () => ({ maxUsers: 3 }),
  'POST /api/applications/:id/licenses/batch': () => ({ count: 120, maxUsers: 1 }),
  'POST /api/blacklist': (mark) => ({ type: 'username', value: mark }),
  'POST /api/applications/:id/presets': (mark) => ({ name: mark, validityDays: 30 }),
  'POST /api/webhooks': (mark) => ({
    url: `https://hooks.example.com/${mark}`,
    events: ['user_login'],
    isActive: true,
  }),
}

const tables = ['applications', 'app_users', 'licenses', 'blacklist', 'audit'] as const

describeOnBothDatabases('an idempotency key', (open) => {
  const it = useTestApp({ open, env })
  let maker: TestAccount
  let base: string
  let marks = 0
  beforeAll(async () => {
    maker = await it.account()
    base = `/api/applications/${(await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Mine' })).body.id}`
  })

  const newMark = () => {
    marks += 1
    return `mark-${marks}`
  }
  const send = (key: string, path: string, body: object, account = maker): Promise<Answer<{ code?: string }>> =>
    it.call('POST', path, { body, headers: { cookie: account.cookie, 'idempotency-key': key } })
  const rows = async () => {
    const counts: number[] = []
    for (const table of tables) {
      const { count } = await it.database.reads
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      counts.push(Number(count))
    }
    return counts
  }

  const creations = Object.entries<RouteDef>(contract).filter(([, route]) => route.isIdempotent)
  test('is taken by every creation of the specification', () => {
    expect(creations.map(([key]) => key).sort()).toEqual(Object.keys(bodies).sort())
  })

  test.each(creations)('%s repeated with it answers byte for byte as before and creates nothing more', async (key) => {
    const path = key.slice('POST '.length).replace('/api/applications/:id', base)
    const body = bodies[key]?.(newMark()) ?? {}
    const first = await send(`again-${key.replaceAll(/\W/g, '')}`, path, body)
    expect(first.status).toBe(200)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    const before = await rows()
    const again = await send(`again-${key.replaceAll(/\W/g, '')}`, path, body)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(await rows()).toEqual(before)
  })

  test.each(creations)('%s answers the same with a key as without one', async (key) => {
    const path = key.slice('POST '.length).replace('/api/applications/:id', base)
    const make = bodies[key] ?? (() => ({}))
    const withKey = await send(`shape-${key.replaceAll(/\W/g, '')}`, path, make(newMark()))
    const without = await maker.api('POST', path, make(newMark()))
    const shape = (answer: Answer) => JSON.stringify(answer.body, (_, value) => (isPlain(value) ? typeof value : value))
    expect(shape(withKey)).toBe(shape(without))
  })

  /** All except those of the own account, whose rights can't be revoked. */
  const inApplication = creations.filter(([key]) => key !== 'POST /api/applications')
  test.each(inApplication)('%s is replayed to nobody who lost the right to make the call', async (key) => {
    const owner = await signedInAccount(it, 'owner')
    const colleague = await signedInAccount(it, 'admin', ['manage_applications', 'view_all_data'])
    const set = async (permissions: readonly Permission[]) =>
      expect((await owner.api('PATCH', `/api/admin/users/${colleague.id}`, { permissions })).status).toBe(200)
    const path = key.slice('POST '.length).replace('/api/applications/:id', base)
    const place = key.includes(':id') ? {} : { applicationId: Number(base.split('/').at(-1)) }
    const body = { ...bodies[key]?.(newMark()), ...place }
    const first = await send('lost', path, body, colleague)
    expect(first.status).toBe(200)
    const before = (await rows()).slice(0, -1)
    for (const [left, status] of [
      [['view_all_data'], 403],
      [[], 404],
    ] as const) {
      await set(left)
      const [again, fresh] = [await send('lost', path, body, colleague), await send(newMark(), path, body, colleague)]
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([status, undefined])
      expect(withoutId(again.text)).toBe(withoutId(fresh.text))
    }
    await set(['manage_applications', 'view_all_data'])
    expect((await send('lost', path, body, colleague)).text).toBe(first.text)
    expect((await rows()).slice(0, -1)).toEqual(before)
  })

  test('sent a hundred times at once creates one row; the others answer the same or wait', async () => {
    const licenseKey = newMark()
    const before = await rows()
    const all = await Promise.all(
      Array.from({ length: 100 }, () => send('hundred', `${base}/licenses`, { licenseKey })),
    )
    const done = all.filter(({ status }) => status === 200)
    const waiting = all.filter(({ status }) => status === 409)
    expect(done.length + waiting.length).toBe(100)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(new Set(waiting.map(({ body }) => body.code))).toEqual(new Set(['idempotency_in_flight']))
    for (const { headers } of waiting) expect(headers['retry-after']).toBe('1')
    const after = await rows()
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([0, 0, 1, 0, 1])
  })

  test('sent to two servers on one database at once creates one row', async () => {
    const second = await createTestApp({ database: it.database, clock: it.clock, env })
    for (let round = 0; round < 20; round += 1) {
      const key = newMark()
      const licenseKey = newMark()
      const before = await rows()
      const headers = { cookie: maker.cookie, 'idempotency-key': key }
      const answers = await Promise.all(
        [it, second].map((node) => node.call('POST', `${base}/licenses`, { body: { licenseKey }, headers })),
      )
      const [one, other] = answers
      expect([one?.status, other?.status]).toEqual([200, 200])
      expect(one?.text).toBe(other?.text)
      expect(answers.filter(({ headers: sent }) => sent['idempotency-replayed'] === 'true')).toHaveLength(1)
      const after = await rows()
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([0, 0, 1, 0, 1])
    }
    await second.app.close()
  })

  test('with another body or at another call is refused, and nothing happens', async () => {
    const key = newMark()
    await send(key, `${base}/licenses/generate`, { maxUsers: 1 })
    const before = await rows()
    const other = await send(key, `${base}/licenses/generate`, { maxUsers: 2 })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_reused'])
    expect((await send(key, `${base}/licenses`, { maxUsers: 1 })).status).toBe(422)
    expect(await rows()).toEqual(before)
  })

  test('of a refused request is free: it may be mended and sent again', async () => {
    const key = newMark()
    const licenseKey = newMark()
    await maker.api('POST', `${base}/licenses`, { licenseKey })
    expect((await send(key, `${base}/licenses`, { licenseKey })).body.code).toBe('license_key_taken')
    expect((await send(key, `${base}/licenses`, { licenseKey: newMark() })).status).toBe(200)
  })

  test('of one account means nothing to another', async () => {
    const stranger = await it.account()
    const key = newMark()
    const mine = await send(key, '/api/applications', { name: 'Same' })
    const theirs = await send(key, '/api/applications', { name: 'Same' }, stranger)
    expect(theirs.status).toBe(200)
    expect(theirs.text).not.toBe(mine.text)
  })

  test('is forgotten after 24 hours', async () => {
    const account = await it.account()
    const key = newMark()
    const create = () => send(key, '/api/applications', { name: 'Daily' }, account)
    const first = await create()
    const cookie = account.cookie
    for (let hour = 0; hour < 23; hour += 1) {
      it.clock.advance(60 * 60 * 1000)
      await it.call('GET', '/api/auth/user', { headers: { cookie } })
    }
    it.clock.advance(60 * 60 * 1000 - 1)
    expect((await create()).text).toBe(first.text)
    it.clock.advance(1)
    const later = await create()
    expect([later.status, later.text === first.text]).toEqual([200, false])
    const stale = await it.database.reads.selectFrom('idempotency_keys').select('created_at').execute()
    expect(stale.filter(({ created_at }) => created_at <= it.clock.nowMs() - dayMs)).toEqual([])
  })

  test('keeps answers sealed: API keys and license keys stand in no row', async () => {
    const account = await it.account()
    const made = await send(newMark(), '/api/applications', { name: 'Sealed' }, account)
    const { apiKey } = made.body as { apiKey?: string }
    expect(apiKey).toMatch(/^ak_/)
    const kept = JSON.stringify(await it.database.reads.selectFrom('idempotency_keys').selectAll().execute())
    expect(kept).not.toContain(apiKey ?? 'none')
  })

  test.each(['', 'with space', 'x'.repeat(256), 'grüße'])('is refused when it is none: %j', async (key) => {
    const account = await it.account()
    const refused = await send(key, '/api/applications', { name: 'Odd' }, account)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  })
})

const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) || value === null
