import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../../test/harness/databases.ts'
import type { PostgresDatabase } from '../../db/open.ts'
import { openPostgres } from '../../db/postgres.ts'
import { batchedRead } from './batched-read.ts'

let database: PostgresDatabase
let url = ''
let remove: () => Promise<void>

const openRead = (name: string) =>
  batchedRead(
    database,
    name,
    { token_hash: 'text', expires_at: 'bigint' },
    `SELECT t.token_hash, t.expires_at FROM setup_tokens t
     WHERE t.token_hash = q.token_hash AND t.expires_at = q.expires_at`,
  )

describePostgres('a read by key', () => {
  beforeAll(async () => {
    const place = await temporaryPostgres()
    remove = place.remove
    url = place.options.databaseUrl ?? ''
    database = await openPostgres(url, { dataDir: '' })
    const rows = Array.from({ length: 300 }, (_, place) => ({ token_hash: `token-${place}`, expires_at: place }))
    await database.transaction((tx) => tx.insertInto('setup_tokens').values(rows).execute())
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  it('finds its own row in a batch of any size, also twice, and nothing where a part of the key is another', async () => {
    const read = openRead('token')
    for (const count of [1, 2, 4, 5, 16, 17, 64, 65, 256, 257, 600]) {
      const keys = Array.from({ length: count }, (_, place) => {
        const token = (place * 7) % 300
        return [`token-${token}`, place % 3 === 2 ? token + 1 : token] as const
      })
      const found = await Promise.all(keys.map((key) => read(key)))
      const expected = keys.map(([token, expiresAt], place) => (place % 3 === 2 ? undefined : [token, expiresAt]))
      expect([count, found.map((row) => row?.slice(1))]).toEqual([count, expected])
    }
  })

  it('that waits holds up no other', async () => {
    const lock = 20_261
    const read = batchedRead(
      database,
      'locked',
      { token_hash: 'text' },
      // a lock in place of a disk that is slow for one row
      `SELECT t.token_hash, CASE WHEN t.token_hash = 'token-1' THEN pg_advisory_xact_lock(${lock})::text END
       FROM setup_tokens t WHERE t.token_hash = q.token_hash`,
    )
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query(`SELECT pg_advisory_lock(${lock})`)
    let isRead = false
    const first = read(['token-1']).then((row) => {
      isRead = true
      return row
    })
    // not in one batch with it
    await new Promise((resolve) => setImmediate(resolve))
    const others = Array.from({ length: 20 }, (_, place) => `token-${place + 2}`)
    for (const token of others) expect((await read([token]))?.[1]).toBe(token)
    expect(isRead).toBe(false)
    // 200 that all wait leave half of the 15 connections to changes
    const many: ReturnType<typeof read>[] = []
    for (let call = 0; call < 200; call += 1) {
      many.push(read(['token-1']))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const waiting = "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toEqual([{ count: 3 }]))
    // another would start after 10 ms
    await new Promise((resolve) => setTimeout(resolve, 150))
    await database.transaction((tx) => tx.deleteFrom('setup_tokens').where('expires_at', '=', 299).execute())
    expect((await holder.query(waiting)).rows).toEqual([{ count: 3 }])
    await holder.end()
    expect((await Promise.all(many)).map((row) => row?.[1])).toEqual(many.map(() => 'token-1'))
    expect((await first)?.[1]).toBe('token-1')
  })

  it('is not planned again at each call', async () => {
    const read = openRead('planned')
    for (let call = 0; call < 20; call += 1) await read(['token-1', 1])
    const text = "SELECT name, generic_plans FROM pg_prepared_statements WHERE name LIKE 'planned-%'"
    // five plans of its own, from which PostgreSQL learns that they bring nothing
    expect(await database.query('prepared', text, [])).toEqual([['planned-1', 15]])
  })
})
