import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createSeededApp, type SeededApp } from '../../../test/harness/seeded-app.ts'
import type { Database } from './open.ts'

const username = 'somebody'
const password = 'secret word 1'
const hwid = 'Board-1'

describeOnBothDatabases('a running server whose schema a newer one changes', (open) => {
  let database: Database
  let app: SeededApp
  let session: string
  let close: () => Promise<void>
  beforeEach(async () => {
    database = await open()
    app = await createSeededApp({ database })
    let closing: Promise<void> | undefined
    close = () => (closing ??= app.close())
    onTestFinished(close)
    const { licenseKey: license_key } = (
      await app.maker.api<{ licenseKey: string }>('POST', `${app.base}/licenses`, {})
    ).body
    const registered = await app.client('register', { username, password, hwid, license_key })
    session = await app.startSession(Number(registered.body.user_id))
  })
  /** What a newer program does at its start. */
  const upgrade = (name: string, readableFrom: string, statement: string) =>
    database.transaction(async (tx) => {
      await sql.raw(statement).execute(tx)
      await sql`INSERT INTO migrations (name, checksum, applied_at, readable_from)
        VALUES (${name}, 'of a newer program', 0, ${readableFrom})`.execute(tx)
    })
  const login = () => app.client('login', { username, password, hwid })
  const ready = () => app.call<{ status: string; detail?: string }>('GET', '/readyz')
  const lastSeen = async () =>
    (await database.reads.selectFrom('client_sessions').select('last_seen_at').execute()).map((row) => row.last_seen_at)

  it('goes on when it may read and write the new one', async () => {
    expect((await login()).body.code).toBe('login_successful')
    await upgrade('9001-expand', '0034-readable-steps', 'ALTER TABLE app_users ADD COLUMN new_fact TEXT')
    expect((await ready()).body).toMatchObject({ status: 'ok' })
    expect((await login()).body.code).toBe('login_successful')
    expect(await app.heartbeats(session)).toEqual(['session_alive'])
    expect((await app.maker.api('GET', '/api/applications')).status).toBe(200)
    expect(app.log.join()).not.toContain('schema too new')
  })

  it('refuses calls with 503 in the shape of their API, says why, and writes nothing more', async () => {
    const before = await lastSeen()
    app.clock.advance(30_000)
    expect(await app.heartbeats(session)).toEqual(['session_alive'])
    await upgrade(
      '9002-contract',
      '9002-contract',
      'ALTER TABLE app_users RENAME COLUMN password_hash TO password_secret',
    )

    const refused = await app.call<Record<string, unknown>>('POST', '/api/v1/session/track', {
      body: { action: 'heartbeat' },
      headers: { 'x-api-key': 'none' },
    })
    // nothing has failed yet that the change could be the reason of
    expect(refused.status).not.toBe(503)
    const first = await login()
    expect([first.status, first.body.code, first.body.success]).toEqual([503, 'unavailable', false])
    expect(first.body.request_id).toEqual(expect.any(String))

    const shown = await ready()
    expect([shown.status, shown.body.status]).toEqual([503, 'schema too new'])
    expect(shown.body.detail).toContain('it holds the schema step "9002-contract", which this program does not know')
    expect((await app.call('GET', '/healthz')).status).toBe(200)

    expect(await app.heartbeats(session)).toEqual(['unavailable'])
    const page = await app.maker.api<Record<string, unknown>>('GET', '/api/applications')
    expect([page.status, page.body.code, page.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect(app.log.filter((line) => line.includes('schema too new'))).toHaveLength(1)
    // one line a second for all refused calls, and none with a stack
    expect(app.log.join()).not.toContain('request failed')

    await close()
    expect(await lastSeen()).toEqual(before)
  })

  it('notices it by itself, without a call that fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    app.app.jobs.start()
    const isNoticed = async () => {
      vi.advanceTimersByTime(5_000)
      await database.appliedSteps()
      return app.log.join().includes('schema too new')
    }
    expect(await isNoticed()).toBe(false)
    await upgrade('9002-contract', '9002-contract', 'CREATE TABLE new_things (id BIGINT)')
    await vi.waitUntil(isNoticed, { timeout: 60_000 })
    expect(await app.heartbeats(session)).toEqual(['unavailable'])
  })

  it('answers 200 calls at once in the moment of the change with 503 or as before, none with 500', async () => {
    const calls = Array.from({ length: 200 }, () => login())
    await upgrade(
      '9002-contract',
      '9002-contract',
      'ALTER TABLE app_users RENAME COLUMN password_hash TO password_secret',
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await login()).status).toBe(503)
  })
})
