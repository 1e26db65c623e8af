import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../test/harness/databases.ts'
import type { PostgresDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'

/** Fewer than the server would open. */
const connectionLimit = 5

describePostgres('a role of PostgreSQL with few connections and defaults of its own', () => {
  const role = `limited_${crypto.randomUUID().replaceAll('-', '')}`
  let adminUrl: string
  let roleUrl: string
  let remove: () => Promise<void>
  let database: PostgresDatabase

  async function asAdministrator(text: string): Promise<void> {
    const client = new pg.Client(adminUrl)
    await client.connect()
    await client.query(text)
    await client.end()
  }

  beforeAll(async () => {
    const place = await temporaryPostgres()
    adminUrl = place.options.databaseUrl ?? ''
    remove = place.remove
    const url = new URL(adminUrl)
    await asAdministrator(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${connectionLimit};
      ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role};
      ALTER ROLE ${role} SET default_transaction_isolation = 'serializable'`)
    url.username = role
    roleUrl = url.href
  })
  afterAll(async () => {
    await remove()
    adminUrl = adminUrl.replace(/\/[^/]*$/, '/postgres')
    await asAdministrator(`DROP ROLE ${role}`)
  })

  beforeEach(async () => {
    database = await openPostgres(roleUrl, { dataDir: '' })
  })
  afterEach(async () => {
    await database.close()
    await asAdministrator(`ALTER ROLE ${role} RESET default_transaction_read_only`)
  })

  const insert = (name: string) =>
    database.transaction((tx) => tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 0 }).execute())

  it('does all of 200 changes at once, and of 200 reads, though the server refuses connections', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `many ${n}`)
    await Promise.all(names.map(insert))
    const text = 'SELECT count(*) FROM setup_tokens WHERE token_hash = $1'
    const reads = await Promise.all(names.map((name) => database.query('count', text, [name])))
    for (const rows of reads) expect(rows).toEqual([[1]])
    expect(await database.isReady()).toBe(true)
  })

  it('is waited for while others hold every connection', async () => {
    await database.close()
    const others = await Promise.all(
      Array.from({ length: connectionLimit - 1 }, async () => {
        const client = new pg.Client(roleUrl)
        await client.connect()
        return client
      }),
    )
    database = await openPostgres(roleUrl, { dataDir: '' })
    const last = new pg.Client(roleUrl)
    await last.connect()
    let isDone = false
    const waiting = Promise.all(['a', 'b', 'c'].map(insert)).then(() => {
      isDone = true
    })
    await sleep(500)
    expect(isDone).toBe(false)
    await last.end()
    await waiting
    await Promise.all(others.map((client) => client.end()))
    expect(isDone).toBe(true)
  })

  it('changes the isolation of no statement and no transaction', async () => {
    const text = "SELECT current_setting('transaction_isolation') AS level"
    const levels = await Promise.all([
      database.query('level', text, []).then(([row]) => row?.[0]),
      ...[database.reads, database.keyReads].map(async (reads) => {
        const { rows } = await sql.raw<{ level: string }>(text).execute(reads)
        return rows[0]?.level
      }),
      ...[false, true].map((isHot) =>
        database.transaction(async (tx) => (await sql.raw<{ level: string }>(text).execute(tx)).rows[0]?.level, {
          isHot,
        }),
      ),
    ])
    expect(new Set(levels)).toEqual(new Set(['read committed']))
  })

  it('is not ready while it takes no changes', async () => {
    const cutConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`
    await asAdministrator(`ALTER ROLE ${role} SET default_transaction_read_only = on; ${cutConnections}`)
    await vi.waitUntil(() => database.query('answers', 'SELECT 1', []).catch(() => undefined), { timeout: 60_000 })
    expect(await database.isReady()).toBe(false)
    await asAdministrator(`ALTER ROLE ${role} RESET default_transaction_read_only; ${cutConnections}`)
    await vi.waitUntil(() => database.isReady(), { timeout: 60_000 })
  })
})
