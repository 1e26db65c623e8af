import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../test/harness/databases.ts'
import { deadlineIn, runOnPool } from './postgres-connect.ts'
import { openPool } from './postgres-pool.ts'

describePostgres('a statement on PostgreSQL', () => {
  let pool: pg.Pool
  let remove: () => Promise<void>
  beforeAll(async () => {
    const place = await temporaryPostgres()
    remove = place.remove
    pool = openPool({ url: place.options.databaseUrl ?? '', pooler: 'none', max: 1, waitMs: 5000, log: () => {} })
  })
  afterAll(async () => {
    await pool.end()
    await remove()
  })

  it('leaves nothing of its result to a major garbage collection', async () => {
    setFlagsFromString('--expose-gc')
    const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')
    const text = "SELECT i, md5(i::text) AS a, md5(i::text || 'b') AS b FROM generate_series(1, 500) i"
    const read = () => runOnPool(pool, { text }, deadlineIn(5000))
    const heapAfter = async (results: number) => {
      for (let count = 0; count < results; count += 1) await read()
      collect({ type: 'minor' })
      collect({ type: 'minor' })
      return process.memoryUsage().heapUsed
    }
    await heapAfter(50)
    collect({ type: 'major' })
    const before = await heapAfter(2)
    // each result holds about 0.1 MB
    expect((await heapAfter(200)) - before).toBeLessThan(5_000_000)
  })
})
