import { type RawBuilder, sql } from 'kysely'
import { neverExpires, neverYear } from '../../shared/constants.ts'
import type { BulkChange } from './bulk-change.ts'
import type { ColumnValues } from './operations.ts'

const dayMs = 86_400_000
const firstMsOfNever = Date.UTC(neverYear, 0, 1)
const lastMs = Date.parse(neverExpires)

export interface AddDays {
  readonly days: number
  /** What has expired gets its days from now on, or stays as it is. */
  readonly expired?: 'from_now' | 'skip' | undefined
}

/** Adds days to an expiry, or takes some away. What never expires, or has not begun, stays as it is. */
export function addDays(table: 'app_users' | 'licenses', { days, expired }: AddDays, now: Date): BulkChange {
  const column = sql.ref(`${table}.expires_at`)
  const nowMs = now.getTime()
  const isRunning = expired === 'skip' ? sql` and ${column} > ${nowMs}` : sql``
  const isFor = sql<boolean>`(${column} is not null and ${column} < ${firstMsOfNever}${isRunning})`
  return { isFor, newValues: (row) => ({ expires_at: shifted(Number(row.expires_at), days, nowMs) }) }
}

/** The same expiry for all. */
export function setExpiry(table: 'app_users' | 'licenses', expiresAt: Date | null): BulkChange {
  const ms = expiresAt?.getTime() ?? null
  return { isFor: differs(`${table}.expires_at`, ms), newValues: () => ({ expires_at: ms }) }
}

/** A column that is to have a value and has another. */
function differs(column: string, value: string | number | null): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} is distinct from ${value}`
}

/** A change to fixed values, for the rows where the first of them differs. */
export function fixed(table: string, values: ColumnValues): BulkChange {
  const [first] = Object.entries(values)
  if (!first) throw new Error('a change names a column')
  return { isFor: differs(`${table}.${first[0]}`, first[1]), newValues: () => values }
}

/** More days for what has expired count from now: else they might end before they begin. */
function shifted(expiresAtMs: number, days: number, nowMs: number): number {
  const from = days > 0 ? Math.max(expiresAtMs, nowMs) : expiresAtMs
  return Math.max(0, Math.min(from + days * dayMs, lastMs))
}
