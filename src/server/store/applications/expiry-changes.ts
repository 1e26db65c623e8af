import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

/** What PostgreSQL's transactions have added to the counts by hour of expiry. SQLite changes those counts directly. */
export interface ExpiryChanges {
  /** Adds them up, so that counting reads a row per hour instead of one per change. */
  addUp(): Promise<void>
}

const rowsAtOnce = 5_000

const names = ['users', 'licenses', 'active_licenses', 'full_licenses', 'used_licenses', 'license_users']
const counts = sql.join(names.map((name) => sql.ref(name)))
const sums = sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))
const isAnyCounted = sql.join(
  names.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
  sql` or `,
)
const added = sql.join(
  names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`expiry_hours.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
)

export function openExpiryChanges(database: Database): ExpiryChanges {
  if (database.engine === 'sqlite') return { addUp: async () => {} }
  return {
    async addUp() {
      let taken = rowsAtOnce
      while (taken === rowsAtOnce) taken = await addSomeUp(database)
    },
  }
}

/**
 * Moves the oldest changes into the counts and returns how many. Servers that do so at once take different rows, and
 * lock the counts in one order. Changes of applications that are gone are dropped.
 */
async function addSomeUp(database: Database): Promise<number> {
  const { rows } = await database.transaction((tx) =>
    sql<{ taken: number }>`
      with taken as (
        delete from expiry_changes where id in (
          select id from expiry_changes order by id limit ${rowsAtOnce} for update skip locked
        ) returning application_id, hour, ${counts}
      ), counted as (
        insert into expiry_hours (application_id, hour, ${counts})
        select application_id, hour, ${sums} from taken
        where application_id in (select id from applications)
        group by application_id, hour having ${isAnyCounted} order by application_id, hour
        on conflict (application_id, hour) do update set ${added}
      )
      select count(*) as taken from taken`.execute(tx),
  )
  return Number(rows[0]?.taken ?? 0)
}
