import { type Kysely, sql } from 'kysely'
import type { EventName } from '../../../shared/events.ts'
import type { Tables } from '../../db/tables.ts'
import { compareTexts } from '../../lib/compare-texts.ts'

export const hourMs = 60 * 60 * 1000

/** Hours are for the 24-hour chart, days for the 90-day chart. */
const keptHours = 72
const keptDays = 400

export interface EventStep {
  readonly applicationId: number
  readonly event: EventName
  readonly hour: number
  readonly by: number
}

export interface EventCount {
  readonly event: EventName
  /** Hours or days since 1970, in UTC. */
  readonly at: number
  readonly count: number
}

const atOf = (step: 'hour' | 'day', { hour }: EventStep) => (step === 'hour' ? hour : Math.floor(hour / 24))

/** Event counts by hour and by day, which charts read instead of the log. */
export function eventCountStore(db: Kysely<Tables>) {
  const addTo = async (step: 'hour' | 'day', counted: EventStep) => {
    const { applicationId, event, by } = counted
    const table = sql.table(`event_${step}s`)
    const at = atOf(step, counted)
    await sql`INSERT INTO ${table} (application_id, event, ${sql.ref(step)}, count)
      SELECT ${applicationId}, ${event}, ${at}, ${by} FROM applications WHERE id = ${applicationId}
      ON CONFLICT (application_id, ${sql.ref(step)}, event)
      DO UPDATE SET count = ${table}.count + excluded.count`.execute(db)
  }
  return {
    /** Adds in a fixed order so that two nodes cannot deadlock. */
    async add(steps: readonly EventStep[]): Promise<void> {
      for (const step of ['hour', 'day'] as const) {
        const sorted = [...steps].sort(
          (a, b) =>
            a.applicationId - b.applicationId || atOf(step, a) - atOf(step, b) || compareTexts(a.event, b.event),
        )
        for (const each of sorted) await addTo(step, each)
      }
    },

    /** Counts of a range of hours or days, both ends included; empty ones are left out. */
    async list(applicationId: number, step: 'hour' | 'day', from: number, to: number): Promise<EventCount[]> {
      const { rows } = await sql<{ event: EventName; at: number; count: number }>`
        SELECT event, ${sql.ref(step)} AS at, count FROM ${sql.table(`event_${step}s`)}
        WHERE application_id = ${applicationId} AND ${sql.ref(step)} BETWEEN ${from} AND ${to}`.execute(db)
      return rows
    },

    /** Deletes counts older than any chart. */
    async removeOld(now: Date): Promise<void> {
      const hour = Math.floor(now.getTime() / hourMs)
      await db
        .deleteFrom('event_hours')
        .where('hour', '<', hour - keptHours)
        .execute()
      await db
        .deleteFrom('event_days')
        .where('day', '<', Math.floor(hour / 24) - keptDays)
        .execute()
    },
  }
}
