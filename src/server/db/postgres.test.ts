import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../test/harness/databases.ts'
import { abortReadsWith, type PostgresDatabase, ReadAborted, ReadTooLong, Unavailable } from './open.ts'
import { openPostgres } from './postgres.ts'
import { openPostgresChannel } from './postgres-channel.ts'
import { deadlineIn } from './postgres-connect.ts'
import { openConnections } from './postgres-open-connections.ts'

let url: string
let remove: () => Promise<void>
let database: PostgresDatabase
const log = vi.fn<(message: string) => void>()

const insert = (name: string) =>
  database.transaction((tx) => tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 0 }).execute())

const expiryOf = async (name: string) => {
  const row = await database.reads
    .selectFrom('setup_tokens')
    .select('expires_at')
    .where('token_hash', '=', name)
    .executeTakeFirst()
  return row?.expires_at
}

async function asAdministrator(text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

const cutEveryConnection = () =>
  asAdministrator(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'keywright' AND datname = current_database()`)

describePostgres('PostgreSQL', () => {
  beforeAll(async () => {
    const place = await temporaryPostgres()
    url = place.options.databaseUrl ?? ''
    remove = place.remove
  })
  afterAll(() => remove())

  beforeEach(async () => {
    database = await openPostgres(url, { dataDir: '', log })
    await database.transaction((tx) => sql`DELETE FROM setup_tokens`.execute(tx))
  })
  afterEach(() => database.close())

  it('answers reads by key and changes while long reads fill their pool, and ends what nobody waits for', async () => {
    const gone = new AbortController()
    const long = Array.from({ length: 30 }, () =>
      abortReadsWith(gone.signal, () =>
        sql`SELECT pg_sleep(30)`.execute(database.reads).catch((error: unknown) => error),
      ),
    )
    await insert('beside')
    const { rows } = await sql`SELECT token_hash FROM setup_tokens`.execute(database.keyReads)
    expect(rows).toEqual([{ token_hash: 'beside' }])
    gone.abort()
    for (const outcome of await Promise.all(long)) expect(outcome).toBeInstanceOf(ReadAborted)
    expect(await expiryOf('beside')).toBe(0)
    const sleeping = sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'
      AND datname = current_database()`
    expect((await sleeping.execute(database.reads)).rows).toEqual([])
  })

  it('lets a read take one processor, and no time to compile it', async () => {
    const settings = sql`SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit`
    expect((await settings.execute(database.reads)).rows).toEqual([{ workers: '0', jit: 'off' }])
    expect((await settings.execute(database.keyReads)).rows).toEqual([{ workers: '0', jit: 'off' }])
  })

  it('finds rows by index for the public API, though the table was small when its statement was planned', async () => {
    await insert('few')
    await asAdministrator('ANALYZE setup_tokens')
    const text = 'EXPLAIN SELECT expires_at FROM setup_tokens WHERE token_hash = $1'
    const [[plan] = []] = await database.query('plan', text, ['few'])
    expect(plan).toContain('Index Scan using setup_tokens_pkey')
  })

  it('opens the connections for reads at the start, so that the first reads open none', async () => {
    const connect = vi.spyOn(pg.Client.prototype, 'connect')
    onTestFinished(() => connect.mockRestore())
    database.startReaders()
    await vi.waitUntil(() => connect.mock.calls.length === 5 && database.load().busy === 0, { timeout: 60_000 })
    await Promise.all(Array.from({ length: 5 }, () => sql`SELECT pg_sleep(0.01)`.execute(database.reads)))
    expect(connect).toHaveBeenCalledTimes(5)
  })

  it('opens them with the catalog of tables that are all there', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    onTestFinished(() => pool.end())
    await openConnections(pool, deadlineIn(60_000))
    expect(pool.idleCount).toBe(2)
  })

  it('opens them without waiting for a table that a schema step has locked', async () => {
    const step = new pg.Client(url)
    await step.connect()
    onTestFinished(() => step.end())
    await step.query('BEGIN; LOCK TABLE expiry_counts')
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    onTestFinished(() => pool.end())
    await expect(openConnections(pool, deadlineIn(60_000))).rejects.toThrow('lock timeout')
    await vi.waitUntil(() => pool.idleCount === 2, { timeout: 60_000 })
    expect((await pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
    const held = `SELECT count(*)::int FROM pg_locks WHERE relation = 'accounts'::regclass`
    expect((await pool.query(held)).rows).toEqual([{ count: 0 }])
  })

  it('closes while it opens the connections for reads, and leaves none', async () => {
    const other = await openPostgres(url, { dataDir: '', log })
    other.startReaders()
    await other.close()
    expect(other.load()).toEqual({ busy: 0, idle: 0, waiting: 0 })
  })

  it('gives up a read at its deadline', async () => {
    const { rows } = await sql<{ setting: string }>`SELECT current_setting('statement_timeout') AS setting`.execute(
      database.reads,
    )
    expect(rows).toEqual([{ setting: '30s' }])
    const sleeping = sql`SELECT pg_sleep(30)`.execute(database.reads).catch((error: unknown) => error)
    // what PostgreSQL does at the deadline
    const cancel = sql<{ done: boolean }>`SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity
      WHERE query = 'SELECT pg_sleep(30)' AND state = 'active' AND datname = current_database()`
    await vi.waitFor(async () => expect((await cancel.execute(database.keyReads)).rows).toEqual([{ done: true }]))
    expect(await sleeping).toBeInstanceOf(ReadTooLong)
  })

  it('runs both of two jobs that lock each other out, one of them again', async () => {
    await Promise.all([insert('a'), insert('b')])
    let runs = 0
    const bothHoldOne = barrier(2)
    const add = (names: [string, string]) =>
      database.transaction(async (tx) => {
        runs += 1
        for (const name of names) {
          await sql`UPDATE setup_tokens SET expires_at = expires_at + 1 WHERE token_hash = ${name}`.execute(tx)
          await bothHoldOne()
        }
      })
    await Promise.all([add(['a', 'b']), add(['b', 'a'])])
    // The retried transaction may lock a row before the other one wakes up, and conflict with it again.
    expect(runs).toBeGreaterThanOrEqual(3)
    expect([await expiryOf('a'), await expiryOf('b')]).toEqual([2, 2])
  })

  it('answers unavailable to a job whose connection is cut, changes nothing, and goes on', async () => {
    const cut = database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values({ token_hash: 'cut', expires_at: 0 }).execute()
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(cut).rejects.toThrow(Unavailable)
    expect(await expiryOf('cut')).toBeUndefined()
    await insert('next')
    expect(await expiryOf('next')).toBe(0)
  })

  it('survives the loss of its idle connections', async () => {
    await Promise.all(['a', 'b', 'c'].map(insert))
    await cutEveryConnection()
    await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 60_000 })
    await vi.waitUntil(() => database.isReady(), { timeout: 60_000 })
    expect(await expiryOf('a')).toBe(0)
  })

  it('answers unavailable to a statement that was cancelled', async () => {
    const slow = database.transaction(async (tx) => {
      await sql`SET LOCAL statement_timeout = 10`.execute(tx)
      await sql`SELECT pg_sleep(10)`.execute(tx)
    })
    await expect(slow).rejects.toThrow(Unavailable)
    expect(await database.isReady()).toBe(true)
  })

  it('runs a named statement with a list', async () => {
    await Promise.all(['a', 'b'].map(insert))
    const text =
      'SELECT t.token_hash AS name FROM unnest($1::text[]) q(name) JOIN setup_tokens t ON t.token_hash = q.name'
    expect(await database.query('by-names', text, [['b', 'none']])).toEqual([['b']])
  })

  it('refuses a named statement inside a job, of which it would be no part', async () => {
    await expect(database.transaction(() => database.query('one', 'SELECT 1', []))).rejects.toThrow(
      'Inside a transaction use its own tx',
    )
  })

  it('refuses a number beyond what a number can hold instead of rounding it', async () => {
    await expect(database.query('large', 'SELECT 9007199254740993 AS n', [])).rejects.toThrow('too large')
    expect(await database.query('safe', 'SELECT 9007199254740991 AS n', [])).toEqual([[9007199254740991]])
  })

  it('leaves no connection open where it is refused what it wants to hear', async () => {
    const connect = vi.spyOn(pg.Client.prototype, 'connect')
    onTestFinished(() => connect.mockRestore())
    const open = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> 'keywright' AND backend_type = 'client backend'`.execute(
        database.reads,
      )
      return Number(rows[0]?.count)
    }
    await vi.waitUntil(async () => (await open()) === 0, { timeout: 60_000 })
    const listener = { received: vi.fn<() => void>(), connected: vi.fn<() => void>() }
    // A name that PostgreSQL rejects after accepting the connection.
    const channel = openPostgresChannel(async () => url, '', listener, log)
    await vi.waitUntil(() => connect.mock.calls.length >= 4, { timeout: 60_000 })
    expect(await open()).toBeLessThanOrEqual(2)
    await channel.close()
    await vi.waitUntil(async () => (await open()) === 0, { timeout: 60_000 })
    expect(listener.connected).not.toHaveBeenCalled()
  })

  it('says at the start that it cannot reach the server', async () => {
    await expect(openPostgres('postgresql://nobody@127.0.0.1:1/none', { dataDir: '' })).rejects.toThrow(
      'nothing listens there',
    )
  })
})

/** Waits until `size` callers have arrived; later ones pass. */
function barrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here >= size) resolve()
    return promise
  }
}
