import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { runAll } from '../../lib/run-all.ts'
import { dayMs } from '../columns.ts'

const weekMs = 7 * dayMs
/** Weekly partitions created ahead, enough for a server that is down for some weeks. */
const weeksAhead = 4
/** Lock timeout while a partition is added or dropped. */
const lockTimeoutMs = 500

interface Partition {
  readonly name: string
  /** Time range of its rows: from (minus infinity for the first partition) up to, but not including, `to`. */
  readonly from: number
  readonly to: number
}

/** Weekly partitions of the activity log on PostgreSQL. SQLite has no partitions, so there is nothing to do. */
export interface ActivityPartitions {
  /** Creates the partitions of this week and the coming ones where they are missing. */
  makeAhead(now: Date): Promise<void>
  /** Drops partitions older than the retention. */
  dropOld(now: Date, keptDays: number): Promise<void>
}

export function openActivityPartitions(database: Database): ActivityPartitions {
  if (database.engine === 'sqlite') return { makeAhead: async () => {}, dropOld: async () => {} }
  return {
    async makeAhead(now) {
      const parts = await readParts(database.reads)
      for (const week of weeksToMake(parts, now)) await database.transaction((tx) => makeWeek(tx, week))
    },
    async dropOld(now, keptDays) {
      const cutoff = now.getTime() - keptDays * dayMs
      const old = (await readParts(database.reads)).filter(({ to }) => to <= cutoff)
      await runAll(old.map((part) => () => dropPart(database, part)))
    },
  }
}

async function readParts(db: Kysely<Tables>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'activity'::regclass`.execute(db)
  return rows.flatMap(({ name, bound }) => {
    const [, from, to] = /FROM \('?(-?\d+|MINVALUE)'?\) TO \('?(-?\d+)'?\)/.exec(bound) ?? []
    if (from === undefined) return []
    return [{ name, from: from === 'MINVALUE' ? Number.NEGATIVE_INFINITY : Number(from), to: Number(to) }]
  })
}

/** The weeks from this one on that have no partition yet. */
function weeksToMake(parts: readonly Partition[], now: Date): number[] {
  const first = Math.floor(now.getTime() / weekMs)
  return Array.from({ length: weeksAhead + 1 }, (_, index) => first + index).filter(
    (week) => !parts.some(({ from, to }) => from < (week + 1) * weekMs && to > week * weekMs),
  )
}

/**
 * Rows that arrived before the partition existed are moved into it, then it is attached. Writers wait for the table
 * lock: a row inserted between the move and the attach would make the attach fail, and one waiting on the default
 * partition would be rejected. `applications` is locked first, in the order every change uses, to avoid a deadlock.
 */
async function makeWeek(tx: Kysely<Tables>, week: number): Promise<void> {
  const name = sql.table(`activity_week_${week}`)
  const [from, to] = [sql.lit(week * weekMs), sql.lit((week + 1) * weekMs)]
  await setLockTimeout(tx)
  await sql`LOCK TABLE applications, ONLY activity IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  if (await isMade(tx, week)) return
  await sql`LOCK TABLE activity_rest IN ACCESS EXCLUSIVE MODE`.execute(tx)
  await sql`CREATE TABLE ${name} (LIKE activity INCLUDING DEFAULTS)`.execute(tx)
  await sql`WITH moved AS (DELETE FROM activity_rest WHERE created_at >= ${from} AND created_at < ${to} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`.execute(tx)
  await sql`ALTER TABLE ${name} ADD CONSTRAINT week CHECK (created_at >= ${from} AND created_at < ${to})`.execute(tx)
  await sql`ALTER TABLE activity ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`.execute(tx)
  await sql`ALTER TABLE ${name} DROP CONSTRAINT week`.execute(tx)
}

/** Whether another server has made it: asked under the lock, which only one holds. */
async function isMade(tx: Kysely<Tables>, week: number): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`
    SELECT to_regclass(${`activity_week_${week}`}) IS NOT NULL AS "isMade"`.execute(tx)
  return rows[0]?.isMade === true
}

/** Drops a partition at once, however many rows it has, and subtracts them from the applications' row counts. */
async function dropPart(database: Database, { name }: Partition): Promise<void> {
  const { rows } = await sql<{ application_id: number; count: number }>`
    SELECT application_id, count(*) AS count FROM ${sql.table(name)} GROUP BY application_id ORDER BY application_id`.execute(
    database.reads,
  )
  await database.transaction(async (tx) => {
    await setLockTimeout(tx)
    await sql`DROP TABLE ${sql.table(name)}`.execute(tx)
    for (const row of rows) {
      await tx
        .updateTable('counters')
        .set((eb) => ({ count: eb('count', '-', Number(row.count)) }))
        .where('application_id', '=', row.application_id)
        .where('name', '=', 'activity')
        .execute()
    }
  })
}

const setLockTimeout = (tx: Kysely<Tables>) => sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
