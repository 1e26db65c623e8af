import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { ReadAborted } from './errors.ts'
import { abortReadsWith, readWithin } from './read-signal.ts'

describeOnBothDatabases('reads that are given a time', (open) => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const counting = (database: Awaited<ReturnType<typeof open>>, steps: number) =>
    sql<{ count: number }>`WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < ${steps})
      SELECT count(*) AS count FROM steps`
      .execute(database.reads)
      .then(({ rows }) => rows[0]?.count)
  const long = 20_000_000

  it('give their result in time, and nothing after it', async () => {
    const database = await open()
    expect(await readWithin(60_000, () => counting(database, 10))).toBe(10)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const late = readWithin(100, () => counting(database, long))
    vi.advanceTimersByTime(100)
    expect(await late).toBeUndefined()
  })

  it('end when their browser goes away, and fail as others do', async () => {
    const database = await open()
    const gone = new AbortController()
    const left = abortReadsWith(gone.signal, () => readWithin(60_000, () => counting(database, long)))
    gone.abort()
    expect(await left).toBeUndefined()
    await expect(readWithin(60_000, () => sql`SELECT missing`.execute(database.reads))).rejects.toThrow('missing')
    await expect(abortReadsWith(gone.signal, () => counting(database, 10))).rejects.toThrow(ReadAborted)
  })
})
