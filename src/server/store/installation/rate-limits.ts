import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { compareTexts } from '../../lib/compare-texts.ts'
import { slicesOf } from '../../lib/slices.ts'

/** Count of one limiter for one key. Only the hash of a name or IP address is stored. */
export interface LimitCount {
  readonly name: string
  readonly keyHash: string
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** Counts since the last write. A stored count from before `aliveAfterMs` has expired. */
export interface LimitAddition extends LimitCount {
  readonly aliveAfterMs: number
  /** Replaces the stored count instead of adding to it. */
  readonly isReset: boolean
}

const perStatement = 100
/** Rows of one removal: with SQLite it runs on the event loop. */
const perRemoval = 1000

/** Counts of rate limits that survive a restart and are shared by all nodes. */
export function rateLimitStore(db: Kysely<Tables>) {
  return {
    /** Each addition has a different key. Adds in a fixed order so that two nodes cannot deadlock. */
    add: async (unsorted: readonly LimitAddition[], now: Date): Promise<void> => {
      const additions = [...unsorted].sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.keyHash, b.keyHash))
      for (const slice of slicesOf(additions, perStatement)) {
        for (const isReset of [false, true]) {
          const rows = slice.filter((row) => row.isReset === isReset)
          if (rows.length > 0) await upsert(db, rows, isReset, now)
        }
      }
    },

    /** All counts written since then; reset keys have a count of 0. */
    changedSince: async (since: Date): Promise<LimitCount[]> => {
      const rows = await db
        .selectFrom('rate_limits')
        .selectAll()
        .where('updated_at', '>=', since.getTime())
        .orderBy('updated_at')
        .execute()
      return rows.map((row) => ({
        name: row.name,
        keyHash: row.key_hash,
        count: row.count,
        firstAtMs: row.first_at,
        lastAtMs: row.last_at,
      }))
    },

    /** Removes some counts that have expired; true when there may be more. */
    removeStale: async (name: string, notWrittenSince: Date): Promise<boolean> => {
      const stale = db
        .selectFrom('rate_limits')
        .select('key_hash')
        .where('name', '=', name)
        .where('updated_at', '<', notWrittenSince.getTime())
        .limit(perRemoval)
      const { numDeletedRows } = await db
        .deleteFrom('rate_limits')
        .where('name', '=', name)
        .where('key_hash', 'in', stale)
        // Again: another node may have counted meanwhile.
        .where('updated_at', '<', notWrittenSince.getTime())
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows) === perRemoval
    },
  }
}

async function upsert(db: Kysely<Tables>, rows: readonly LimitAddition[], isReset: boolean, now: Date): Promise<void> {
  const values = rows.map(
    ({ name, keyHash, count, firstAtMs, lastAtMs }) =>
      sql`(${name}, ${keyHash}, ${count}, ${firstAtMs}, ${lastAtMs}, ${now.getTime()})`,
  )
  await sql`
    insert into rate_limits (name, key_hash, count, first_at, last_at, updated_at) values ${sql.join(values)}
    on conflict (name, key_hash) do update set
      count = ${startsAnew(rows, isReset)} excluded.count else rate_limits.count + excluded.count end,
      first_at = ${startsAnew(rows, isReset)} excluded.first_at else rate_limits.first_at end,
      last_at = excluded.last_at,
      updated_at = excluded.updated_at`.execute(db)
}

/** The window of the stored count is over; each limiter has its own. */
function startsAnew(rows: readonly LimitAddition[], isReset: boolean): RawBuilder<unknown> {
  if (isReset) return sql`case when 1 = 1 then`
  const windows = new Map(rows.map(({ name, aliveAfterMs }) => [name, aliveAfterMs]))
  const over = [...windows].map(
    ([name, aliveAfterMs]) => sql`(excluded.name = ${name} and rate_limits.first_at <= ${aliveAfterMs})`,
  )
  return sql`case when ${sql.join(over, sql` or `)} then`
}
