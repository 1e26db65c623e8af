import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { abortReadsWith, type Database, isUniqueViolation, Overloaded, ReadAborted, Unavailable } from './open.ts'

const token = (name: string) => ({ token_hash: name, expires_at: 1 })

describeOnBothDatabases('the database', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const insert = (name: string) =>
    database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values(token(name)).execute()
      return name
    })
  const names = async (like: string) => {
    const rows = await database.reads
      .selectFrom('setup_tokens')
      .select('token_hash')
      .where('token_hash', 'like', `${like}%`)
      .orderBy('token_hash')
      .execute()
    return rows.map((row) => row.token_hash)
  }

  it('commits the other jobs of a batch when one fails', async () => {
    await insert('batch-2')
    const results = await Promise.allSettled(['batch-1', 'batch-2', 'batch-3'].map(insert))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names('batch')).toEqual(['batch-1', 'batch-2', 'batch-3'])
  })

  it('undoes everything a failed job did before it failed', async () => {
    const failing = database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values(token('undone')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names('undone')).toEqual([])
  })

  it('tells a taken unique value from other failures', async () => {
    await insert('taken')
    const reason = await insert('taken').catch((error: unknown) => error)
    expect(isUniqueViolation(reason)).toBe(true)
    const missing = await database
      .transaction((tx) => sql`SELECT * FROM no_such_table`.execute(tx))
      .catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(Error)
    expect(isUniqueViolation(missing)).toBe(false)
    expect(missing).not.toBeInstanceOf(Unavailable)
  })

  it('shows every change to the next read of either kind, whatever else is committed at the same time', async () => {
    const others = Array.from({ length: 300 }, (_, n) => insert(`other-${n}`))
    for (let n = 0; n < 50; n += 1) {
      await insert(`shown-${n}`)
      for (const reads of [database.reads, database.keyReads]) {
        const row = await reads
          .selectFrom('setup_tokens')
          .selectAll()
          .where('token_hash', '=', `shown-${n}`)
          .executeTakeFirst()
        expect(row).toEqual(token(`shown-${n}`))
      }
    }
    await Promise.all(others)
  })

  it('gives up reads when nobody waits for them any more, but no change and no read by key', async () => {
    const gone = new AbortController()
    const long =
      database.engine === 'sqlite'
        ? sql`WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < 20000000)
            SELECT count(*) FROM steps`
        : sql`SELECT pg_sleep(30)`
    await abortReadsWith(gone.signal, async () => {
      const reading = long.execute(database.reads).catch((error: unknown) => error)
      await insert('before it is given up')
      gone.abort()
      expect(await reading).toBeInstanceOf(ReadAborted)
      await expect(names('before')).rejects.toThrow(ReadAborted)
      await insert('beside it')
      const read = database.keyReads.selectFrom('setup_tokens').selectAll().where('token_hash', '=', 'beside it')
      expect(await read.execute()).toEqual([token('beside it')])
    })
    expect(await names('before')).toEqual(['before it is given up'])
  })

  it('shows a read nothing of a transaction that is still open', async () => {
    const readOutside = AsyncLocalStorage.snapshot()
    let seen: Promise<string[]> | undefined
    const failing = database.transaction(async (tx) => {
      await tx.insertInto('setup_tokens').values(token('uncommitted')).execute()
      seen = readOutside(names, 'uncommitted')
      for (let turn = 0; turn < 20; turn += 1) await tx.selectFrom('setup_tokens').selectAll().execute()
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await seen).toEqual([])
  })

  it('refuses a read or a transaction inside a job, which would wait for itself', async () => {
    const refused = 'Inside a transaction use its own tx'
    await expect(database.transaction(() => names(''))).rejects.toThrow(refused)
    await expect(database.transaction(() => insert('nested'))).rejects.toThrow(refused)
    expect(await names('nested')).toEqual([])
  })

  it('refuses a transaction used after its end', async () => {
    const leaked = await database.transaction(async (tx) => tx)
    const late = () => leaked.insertInto('setup_tokens').values(token('late')).execute()
    await expect(late()).rejects.toThrow()
    // not even while the next batch is open, whose transaction it would silently join
    await database.transaction(async () => expect(late()).rejects.toThrow(/over|committed/))
    expect(await names('late')).toEqual([])
  })

  it('refuses a change through reads', async () => {
    const insertion = database.reads.insertInto('setup_tokens').values(token('unsafe')).execute()
    await expect(insertion).rejects.toThrow('Changes go through transaction')
    expect(await names('unsafe')).toEqual([])
  })

  it.each([
    ['a Date', new Date()],
    ['an object', { id: 1 }],
    ['undefined', undefined],
    ['a boolean', true],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a symbol', Symbol('no')],
  ])('refuses %s as a parameter, in the first place and later', async (_kind, value) => {
    const first = database.transaction((tx) => sql`SELECT ${value}, ${1}`.execute(tx))
    await expect(first).rejects.toThrow("Parameter 1 can't be bound")
    const second = database.transaction((tx) => sql`SELECT ${1}, ${value}`.execute(tx))
    await expect(second).rejects.toThrow("Parameter 2 can't be bound")
  })

  it('returns counts, sums and ids as numbers', async () => {
    await insert('number')
    const { rows } = await sql<Record<string, unknown>>`
      SELECT count(*) AS count, sum(expires_at) AS sum, max(expires_at) AS max FROM setup_tokens
      WHERE token_hash = ${'number'}`.execute(database.reads)
    expect(rows).toEqual([{ count: 1, sum: 1, max: 1 }])
  })

  it('commits what waits when it closes, and refuses what comes after', async () => {
    const closing = await open()
    const changes = Array.from({ length: 1200 }, (_, index) =>
      closing.transaction((tx) =>
        tx
          .insertInto('setup_tokens')
          .values(token(`last ${index}`))
          .execute(),
      ),
    )
    await closing.close()
    expect(await Promise.all(changes)).toHaveLength(1200)
    await expect(closing.transaction(async () => 1)).rejects.toThrow(Unavailable)
    expect(await closing.isReady()).toBe(false)
  })

  it('refuses jobs beyond what the queue holds at once, and takes jobs again after it', async () => {
    const jobs = Array.from({ length: 10_001 }, () => database.transaction(async () => 'done'))
    const results = await Promise.allSettled(jobs)
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons.filter((reason) => reason instanceof Overloaded)).toHaveLength(1)
    expect(await insert('after the flood')).toBe('after the flood')
  })

  it('says that it is ready', async () => {
    expect(await database.isReady()).toBe(true)
  })
})
