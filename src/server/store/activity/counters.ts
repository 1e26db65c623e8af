import { type Kysely, sql } from 'kysely'
import { sparklineDays, successRateDays } from '../../../shared/constants.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'
import type { Tables } from '../../db/tables.ts'
import { compareTexts } from '../../lib/compare-texts.ts'
import { dayMs, utcDay } from '../columns.ts'

/** Twice as long as any statistic covers. */
const keptDays = 2 * Math.max(successRateDays, sparklineDays)
/** The day number of counts that are not per day. */
const allTime = 0

const loginSuccess = 'login:login_successful' satisfies CounterName

/** `login:<outcome>` is counted per day, the others in total. */
export type CounterName = 'api_requests' | 'activity' | `login:${OutcomeKey}`

export interface CounterStep {
  readonly applicationId: number
  readonly name: CounterName
  readonly day: number
  readonly by: number
}

export interface DailyLogins {
  /** ISO date. */
  readonly day: string
  readonly succeeded: number
  readonly failed: number
}

export interface CounterSummary {
  readonly totalApiRequests: number
  readonly activityCount: number
  /** Percent with one decimal. */
  readonly loginSuccessRate: number
}

/** The day a count belongs to: the UTC day for logins, else `allTime`. */
export function counterDay(name: CounterName, now: Date): number {
  return name.startsWith('login:') ? utcDay(now) : allTime
}

/** A time within a day, for counts that are put back after a failed write. */
export function startOfDay(day: number): Date {
  return new Date(day * dayMs)
}

/** Counts kept up to date by every event, so that statistics never scan logs. */
export function counterStore(db: Kysely<Tables>) {
  return {
    /** Adds in a fixed order so that two nodes cannot deadlock. */
    async add(steps: readonly CounterStep[]): Promise<void> {
      const sorted = [...steps].sort(
        (a, b) => a.applicationId - b.applicationId || compareTexts(a.name, b.name) || a.day - b.day,
      )
      for (const { applicationId, name, day, by } of sorted) {
        await sql`INSERT INTO counters (application_id, name, day, count)
          SELECT ${applicationId}, ${name}, ${day}, ${by} FROM applications WHERE id = ${applicationId}
          ON CONFLICT (application_id, name, day) DO UPDATE SET count = counters.count + excluded.count`.execute(db)
      }
    },

    /** Corrects the row count of the log unless it has changed since it was read. */
    async correctActivity(applicationId: number, seen: number, counted: number): Promise<void> {
      await db
        .updateTable('counters')
        .set({ count: counted })
        .where('application_id', '=', applicationId)
        .where('name', '=', 'activity')
        .where('day', '=', allTime)
        .where('count', '=', seen)
        .execute()
    },

    /** Completed logins per day (UTC), oldest first; today is last. */
    async dailyLogins(applicationId: number, now: Date, days: number): Promise<DailyLogins[]> {
      const today = utcDay(now)
      const rows = await db
        .selectFrom('counters')
        .select(['name', 'day', 'count'])
        .where('application_id', '=', applicationId)
        .where('day', '>', today - days)
        .where('day', '<=', today)
        .where('name', 'like', 'login:%')
        .execute()
      return Array.from({ length: days }, (_, index) => {
        const day = today - days + 1 + index
        const counted = rows.filter((row) => row.day === day)
        const sum = (isSuccess: boolean) =>
          counted.reduce((all, { name, count }) => all + ((name === loginSuccess) === isSuccess ? count : 0), 0)
        return { day: startOfDay(day).toISOString().slice(0, 10), succeeded: sum(true), failed: sum(false) }
      })
    },

    /** Deletes days that no statistic covers. */
    async removeOldDays(applicationId: number, now: Date): Promise<void> {
      await db
        .deleteFrom('counters')
        .where('application_id', '=', applicationId)
        .where('name', 'like', 'login:%')
        .where('day', '!=', allTime)
        .where('day', '<', utcDay(now) - keptDays)
        .execute()
    },

    async summary(applicationId: number, now: Date): Promise<CounterSummary> {
      const firstDay = utcDay(now) - successRateDays + 1
      const rows = await db
        .selectFrom('counters')
        .select(['name', (eb) => eb.fn.sum<number>('count').as('count')])
        .where('application_id', '=', applicationId)
        .where((eb) => eb.or([eb('day', '=', allTime), eb('day', '>=', firstDay)]))
        .groupBy('name')
        .execute()
      const counts = new Map(rows.map((row) => [row.name, Number(row.count)]))
      return {
        totalApiRequests: counts.get('api_requests') ?? 0,
        activityCount: counts.get('activity') ?? 0,
        loginSuccessRate: successRate(counts),
      }
    },
  }
}

/** Percentage of completed logins that succeeded, with one decimal; 0 without any. */
function successRate(counts: ReadonlyMap<string, number>): number {
  let decided = 0
  for (const [name, count] of counts) if (name.startsWith('login:')) decided += count
  if (decided === 0) return 0
  return Math.round(((counts.get(loginSuccess) ?? 0) / decided) * 1000) / 10
}
