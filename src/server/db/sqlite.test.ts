import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type DatabaseOptions, openDatabase, type SqliteDatabase, Unavailable } from './open.ts'
import { openSqlite } from './sqlite.ts'
import { giveWay } from './transaction-guards.ts'

let database: SqliteDatabase
let options: DatabaseOptions
let remove: () => Promise<void>

beforeEach(async () => {
  const place = await temporaryFolder()
  remove = place.remove
  options = { ...place.options, isStrict: true, checkpoint: false }
  database = await openSqlite(options)
})

afterEach(async () => {
  await database.close()
  await remove()
})

const insert = (name: string) =>
  database.transaction((tx) => tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 1 }).execute())

const count = async () => {
  const { n } = await database.reads
    .selectFrom('setup_tokens')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const run = (text: string) => database.transaction((tx) => sql.raw(text).execute(tx))

describe('the embedded database', () => {
  it('runs with the settings of durability', () => {
    const setting = (name: string) => Object.values(database.hot.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    expect(setting('journal_mode')).toBe('wal')
    expect(setting('synchronous')).toBe(2)
    expect(setting('foreign_keys')).toBe(1)
    expect(setting('cache_size')).toBe(-16_384)
    expect(setting('wal_autocheckpoint')).toBe(16_384)
    expect(setting('busy_timeout')).toBe(5000)
  })

  it.skipIf(process.platform !== 'linux')(
    'writes nothing beside its own files, however much a job changes',
    async () => {
      // sockets of earlier tests in this process come and go
      const openFiles = () =>
        readdirSync('/proc/self/fd')
          .flatMap(linkOf)
          .filter((path) => path.startsWith('/'))
      const ours = openFiles()
      let others: string[] | undefined
      const change = database.hot.prepare(`UPDATE setup_tokens SET expires_at = expires_at + 1`)
      await run(`INSERT INTO setup_tokens (token_hash, expires_at)
      SELECT hex(randomblob(500)), number FROM (
        WITH RECURSIVE step(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM step WHERE number < 1000)
        SELECT number FROM step
      )`)
      await database.hot.write(() => {
        change.get()
        others = openFiles().filter((path) => !ours.includes(path))
      })
      expect(ours).toContain(join(options.dataDir, 'keywright.db'))
      expect(others).toEqual([])
    },
  )

  it('commits all jobs of one turn at once', async () => {
    const before = commitsInLog()
    await Promise.all(Array.from({ length: 100 }, (_, index) => insert(`job ${index}`)))
    expect(commitsInLog() - before).toBe(1)
    expect(await count()).toBe(100)
  })

  it('keeps hot reads behind the gate while a batch is open', async () => {
    const read = database.hot.prepare('SELECT count(*) AS n FROM setup_tokens')
    expect(database.hot.closed()).toBeUndefined()
    let closedDuringJob: Promise<void> | undefined
    const change = database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values({ token_hash: 'hot', expires_at: 1 }).execute()
      closedDuringJob = database.hot.closed()
      expect(read.get()).toEqual({ n: 1 })
    })
    await change
    expect(closedDuringJob).toBeInstanceOf(Promise)
    await closedDuringJob
    expect(database.hot.closed()).toBeUndefined()
  })

  it('lets a patient write share the commit of the next job, and commits it alone when none comes', async () => {
    const insert = database.hot.prepare('INSERT INTO setup_tokens (token_hash, expires_at) VALUES (?, 1)')
    const done: string[] = []
    const write = async (name: string, patienceMs?: number) => {
      await database.hot.write(() => void insert.get(name), patienceMs)
      done.push(name)
    }
    await write('first, though patient', 60_000)
    const patient = write('patient', 60_000)
    await write('impatient')
    await patient
    expect(done).toEqual(['first, though patient', 'patient', 'impatient'])
    const veryPatient = write('very patient', 60_000)
    await write('less patient', 20)
    await veryPatient
    expect(done.slice(-2)).toEqual(['very patient', 'less patient'])
    await write('alone', 1)
    void write('at the end', 60_000)
    await database.close()
    expect(done.at(-1)).toBe('at the end')
  })

  it('undoes a hot write that fails, and nothing else of its batch', async () => {
    const insert = database.hot.prepare('INSERT INTO setup_tokens (token_hash, expires_at) VALUES (?, 1)')
    const results = await Promise.allSettled([
      database.hot.write(() => void insert.get('kept')),
      database.hot.write(() => {
        insert.get('undone')
        insert.get('kept')
      }),
      database.hot.write(() => void insert.get('kept too')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const rows = database.hot.prepare('SELECT token_hash FROM setup_tokens ORDER BY 1').all()
    expect(rows.map((row) => row.token_hash)).toEqual(['kept', 'kept too'])
  })

  it('refuses a Date as a parameter of a hot statement, which would shift the others', () => {
    const read = database.hot.prepare('SELECT ? AS a, ? AS b')
    const values: unknown[] = [new Date(), 1]
    expect(() => Reflect.apply(read.get, undefined, values)).toThrow("Parameter 1 can't be bound: Date.")
  })

  it('runs a statement it has kept on the new columns after a change of the schema', async () => {
    const star = () => database.reads.selectFrom('setup_tokens').selectAll().executeTakeFirst()
    await insert('kept')
    expect(await star()).toEqual({ token_hash: 'kept', expires_at: 1 })
    await run('ALTER TABLE setup_tokens ADD COLUMN added INTEGER NOT NULL DEFAULT 7')
    expect(await star()).toEqual({ token_hash: 'kept', expires_at: 1, added: 7 })
  })

  it('fails a job that waits for a timer, and commits the others', async () => {
    const waiting = database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values({ token_hash: 'waited', expires_at: 1 }).execute()
      await sleep(0)
      await tx.insertInto('setup_tokens').values({ token_hash: 'too late', expires_at: 1 }).execute()
    })
    const others = [insert('before'), insert('after')]
    await expect(waiting).rejects.toThrow('A job waited for something else than its transaction')
    await Promise.all(others)
    expect(await count()).toBe(2)
  })

  it('answers what needs only memory while a job gives way; reads by key wait for its end, and see all of it', async () => {
    const turns: string[] = []
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const change = database.transaction(async (tx) => {
      for (const name of ['one', 'two', 'three']) {
        await tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 1 }).execute()
        turns.push(name)
        begin()
        // as a request does that arrives now
        setImmediate(() => turns.push(`beside ${name}`))
        await giveWay()
      }
    })
    await begun
    expect(database.hot.closed()).toBeInstanceOf(Promise)
    const byKey = database.keyReads.selectFrom('setup_tokens').select('token_hash').execute()
    await change
    expect(turns).toEqual(['one', 'beside one', 'two', 'beside two', 'three', 'beside three'])
    expect(await byKey).toHaveLength(3)
  })

  it('fails a job that waits for a timer after it gave way, and keeps nothing of it', async () => {
    const waiting = database.transaction(async (tx) => {
      await Promise.all([giveWay(), giveWay()])
      await tx.insertInto('setup_tokens').values({ token_hash: 'waited', expires_at: 1 }).execute()
      await sleep(0)
    })
    await expect(waiting).rejects.toThrow('A job waited for something else than its transaction')
    expect(await count()).toBe(0)
  })

  it('gives up on a job that never ends when it is not strict, and goes on', async () => {
    await database.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      database = await openSqlite({ ...options, isStrict: false })
      const hanging = database.transaction(() => new Promise<never>(() => {}))
      const refused = expect(hanging).rejects.toThrow('A job waited for something else')
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1, timeout: 60_000 })
      vi.advanceTimersByTime(5000)
      await refused
    } finally {
      vi.useRealTimers()
    }
    await insert('afterwards')
    expect(await count()).toBe(1)
  })

  it('rejects the whole batch when its COMMIT fails, and takes the next one', async () => {
    const broken = database.transaction(async (tx) => {
      await sql`PRAGMA defer_foreign_keys = ON`.execute(tx)
      await sql`INSERT INTO counters (application_id, name, day, count) VALUES (99, 'x', 1, 1)`.execute(tx)
    })
    const results = await Promise.allSettled([insert('innocent'), broken])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    expect(await count()).toBe(0)
    await insert('next')
    expect(await count()).toBe(1)
  })

  it('answers unavailable while the disk is full, still reads, and goes on when there is room', async () => {
    await insert('first')
    const { page_count: pages } = database.hot.prepare('PRAGMA page_count').get() ?? {}
    await run(`PRAGMA max_page_count = ${pages}`)
    const results = await Promise.allSettled([insert('x'.repeat(100_000)), insert('y'.repeat(100_000))])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    expect(await count()).toBe(1)
    await run('PRAGMA max_page_count = 100000')
    await insert('x'.repeat(100_000))
    expect(await count()).toBe(2)
    expect(database.hot.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('answers unavailable while another process holds the file, and goes on when it lets go', async () => {
    database.hot.prepare('PRAGMA busy_timeout = 0').get()
    const other = new DatabaseSync(join(options.dataDir, 'keywright.db'))
    other.exec('BEGIN IMMEDIATE')
    await expect(insert('locked')).rejects.toThrow(Unavailable)
    other.exec('COMMIT')
    other.close()
    await insert('free')
    expect(await count()).toBe(1)
  })

  it('lets another connection write in its turn: changes wait for it, reads do not', async () => {
    const other = new DatabaseSync(join(options.dataDir, 'keywright.db'))
    onTestFinished(() => other.close())
    const turn = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const handedOver = database.pauseWriterFor(async () => {
      other.exec("BEGIN IMMEDIATE; INSERT INTO setup_tokens (token_hash, expires_at) VALUES ('theirs', 1)")
      began.resolve()
      await turn.promise
      other.exec('COMMIT')
    })
    await began.promise
    let isCommitted = false
    const change = insert('ours').then(() => {
      isCommitted = true
    })
    expect(await count()).toBe(0)
    expect(database.hot.closed()).toBeUndefined()
    await sleep(0)
    expect(isCommitted).toBe(false)
    turn.resolve()
    await Promise.all([handedOver, change])
    expect(await count()).toBe(2)
  })

  it('goes on when the work to which it gave its turn fails, and closes only after it', async () => {
    await expect(database.pauseWriterFor(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    const turn = Promise.withResolvers<void>()
    const done: string[] = []
    const handedOver = database.pauseWriterFor(() => turn.promise).then(() => done.push('handed over'))
    const change = insert('after it').then(() => done.push('committed'))
    const closed = database.close().then(() => done.push('closed'))
    setImmediate(turn.resolve)
    await Promise.all([handedOver, change, closed])
    expect(done.at(-1)).toBe('closed')
    expect(done).toHaveLength(3)
  })

  it('never gives out an id twice', async () => {
    const add = () =>
      database.transaction((tx) =>
        sql<{ id: number }>`INSERT INTO audit (actor, action, subject, ip_address, created_at)
          VALUES ('', '', '', '', 0) RETURNING id`.execute(tx),
      )
    const first = await add()
    await run('DELETE FROM audit')
    const second = await add()
    expect(second.rows[0]?.id).toBeGreaterThan(first.rows[0]?.id ?? Number.NaN)
  })

  it('opens in memory without leaving a file', async () => {
    const memory = await openDatabase({ dataDir: join(options.dataDir, 'none'), inMemory: true })
    expect(await memory.isReady()).toBe(true)
    await memory.close()
    expect(existsSync(join(options.dataDir, 'none'))).toBe(false)
  })
})

describe('the checkpoint worker', () => {
  it('moves commits into the database file while the server runs, and ends with it', async () => {
    await database.close()
    const file = join(options.dataDir, 'keywright.db')
    const log = vi.fn()
    database = await openSqlite({ ...options, checkpoint: true, log })
    const before = statSync(file).size
    await insert('z'.repeat(200_000))
    await vi.waitUntil(() => statSync(file).size > before, { timeout: 60_000 })
    await database.close()
    expect(log).not.toHaveBeenCalled()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })
})

/** How many commits the WAL contains: the last page of each records the size of the database after it. */
function commitsInLog(): number {
  const log = readFileSync(join(options.dataDir, 'keywright.db-wal'))
  const [headerBytes, frameHeaderBytes, pageBytes] = [32, 24, 4096]
  let commits = 0
  for (let at = headerBytes; at < log.length; at += frameHeaderBytes + pageBytes) {
    if (log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

/** Empty for a descriptor that was closed meanwhile. */
function linkOf(descriptor: string): string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${descriptor}`)]
  } catch {
    return []
  }
}
