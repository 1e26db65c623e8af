import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, hasPostgres } from '../harness/create-test-database.ts'
import { readEvents } from '../harness/event-stream.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../harness/pgbouncer.ts'
import { serverEnv, startServer } from '../harness/start-server.ts'
import { newToken, password } from '../harness/world.ts'

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const hwid = 'Board-77'
const masterKey = 'a master key that every server of this test shares'

describe.skipIf(!hasPostgres || !hasPgBouncer).each([
  ['session', { size: 40 }],
  // far fewer than the server's own connections: transactions change between them all the time
  ['transaction', { size: 3 }],
] as const)('PgBouncer in %s mode', (mode, { size }) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let bouncer: PgBouncer
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: true })
    bouncer = await startPgBouncer(database.url, { mode, size })
  })
  afterAll(async () => {
    await bouncer?.stop()
    await database.drop()
  })

  it('serves every call of the public API and the dashboard, many at once, and is ready', async () => {
    const direct = mode === 'transaction' && { DATABASE_DIRECT_URL: database.url }
    const env = { DATABASE_URL: bouncer.url, DATABASE_POOLER: mode, MASTER_KEY: masterKey, ...direct }
    const server = await startServer({ env, hasCheapHashes: true })
    onTestFinished(server.stop)
    const made = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: mode })
    const call = async (path: string, body: object) => {
      const response = await fetch(`${server.origin}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': made.body.apiKey },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, unknown>
    }
    const visits = Array.from({ length: 40 }, async (_, n) => {
      const username = `user ${n}`
      const { user_id } = await call('register', { username, password, hwid })
      const session_token = newToken()
      return [
        await call('login', { username, password, hwid }),
        await call('session/track', { action: 'start', user_id, session_token, hwid }),
        await call('session/track', { action: 'heartbeat', session_token }),
        await call('verify', { user_id }),
      ].map(({ code }) => code)
    })
    for (const codes of await Promise.all(visits)) {
      expect(codes).toEqual(['login_successful', 'session_started', 'session_alive', 'user_verified'])
    }
    const users = await server.api<unknown[]>('GET', `/api/applications/${made.body.id}/users`)
    expect(users.status).toBe(200)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    expect(server.output()).not.toContain('does not exist')
    expect(server.output()).not.toContain('are not heard')
  })

  const ownDefaults = async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    onTestFinished(() => client.end())
    const name = new URL(database.url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
    await client.query(`CREATE TABLE seen (defaults TEXT);
    CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO seen VALUES (current_setting('statement_timeout') || ', ' || current_setting('default_transaction_isolation'));
      RETURN NULL;
    END $$;
    CREATE TRIGGER see AFTER INSERT ON applications EXECUTE FUNCTION see()`)
    const server = await startServer({
      env: { DATABASE_URL: bouncer.url, DATABASE_POOLER: mode, MASTER_KEY: masterKey },
    })
    onTestFinished(server.stop)
    expect((await server.api('POST', '/api/applications', { name: 'Defaults' })).status).toBe(200)
    expect((await client.query('SELECT DISTINCT defaults FROM seen')).rows).toEqual([
      { defaults: '30s, read committed' },
    ])
  }
  // in the other mode the operator sets them for the role
  if (mode === 'session')
    it('runs every statement with the defaults of the server, whatever those of the database are', ownDefaults)

  it('hears at once what another server did', async () => {
    const direct = mode === 'transaction' && { DATABASE_DIRECT_URL: database.url }
    const env = { DATABASE_URL: bouncer.url, DATABASE_POOLER: mode, MASTER_KEY: masterKey, ...direct }
    const servers = [await startServer({ env }), await startServer({ env, hasOwner: false })] as const
    onTestFinished(async () => void (await Promise.all(servers.map((each) => each.stop()))))
    const [first, other] = servers
    const { id } = (await first.api<{ id: number }>('POST', '/api/applications', { name: 'Heard' })).body
    const reader = await readEvents(first.origin, first.owner.cookie, { query: `?applicationId=${id}` })
    const headers = { cookie: first.owner.cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Renamed' })
    expect((await fetch(`${other.origin}/api/applications/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)
    // without notifications it would only be told to read again, every 5 seconds
    expect(await reader.until('event: changed')).toContain(`[${id},`)
    reader.close()
  })

  it('is refused at the start, with what to set, where no setting tells about it', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keywright-pooler-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const start = (env: Record<string, string>) =>
      spawnSync(process.execPath, [main], {
        env: {
          PATH: process.env.PATH,
          ...serverEnv,
          DATA_DIR: dataDir,
          PORT: '0',
          DATABASE_URL: bouncer.url,
          ...env,
        },
        encoding: 'utf8',
      })
    const untold = start({})
    expect(untold.status).toBe(1)
    expect(untold.stderr).toMatch(/^DATABASE_URL leads through a connection pooler .*Set DATABASE_POOLER/)
    const indirect = start({ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: bouncer.url })
    expect(indirect.status).toBe(1)
    expect(indirect.stderr).toMatch(/^DATABASE_DIRECT_URL leads through a connection pooler/)
    for (const { stderr } of [untold, indirect]) expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
