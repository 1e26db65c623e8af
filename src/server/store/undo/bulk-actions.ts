import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { neverExpires, neverYear } from '../../../shared/constants.ts'
import type { StoredLicenseAction, UserAction } from '../../../shared/contract/bulk.ts'
import type { LicenseHold } from '../../../shared/license-status.ts'
import { canonical } from '../../lib/canonical.ts'
import { dayMs } from '../columns.ts'
import { featuresText } from '../features-column.ts'
import { toHoldColumns } from '../licenses/hold-license.ts'
import type { BulkChange } from './bulk-rows.ts'
import type { ColumnValues } from './operations.ts'

export type BulkUserAction = z.output<typeof UserAction>
export type BulkLicenseAction = z.output<typeof StoredLicenseAction>
type AppliedPreset = Extract<BulkLicenseAction, { type: 'apply_preset' }>

/** The change of a user action. Deleting is not a change; see `remove`. */
export function userChange(action: Exclude<BulkUserAction, { type: 'delete' }>, now: Date): BulkChange {
  switch (action.type) {
    case 'pause':
      return setColumns('app_users', { is_paused: 1 })
    case 'resume':
      return setColumns('app_users', { is_paused: 0 })
    case 'ban':
      return setColumns('app_users', { is_banned: 1, ban_reason: action.reason || null })
    case 'unban':
      return setColumns('app_users', { is_banned: 0, ban_reason: null })
    case 'activate':
      return setColumns('app_users', { is_active: 1 })
    case 'deactivate':
      return setColumns('app_users', { is_active: 0 })
    case 'reset_hwid':
      // users without a lock keep it that way: only users who were bound are bound again at their next login
      return {
        isFor: sql<boolean>`app_users.hwid is not null`,
        newValues: () => ({ hwid: null, hwid_key: null, hwid_bound_at: null, device_name: null }),
      }
    case 'add_days':
      return addDays('app_users', action, now)
    case 'set_expiry':
      return setExpiry('app_users', action.expiresAt)
  }
}

/** The change of a license action. A changed expiry applies to the license's users at once. */
export function licenseChange(action: Exclude<BulkLicenseAction, { type: 'delete' }>, now: Date): BulkChange {
  switch (action.type) {
    case 'activate':
      return switchLicenses(1)
    case 'deactivate':
      return switchLicenses(0)
    case 'pause':
      return holdLicenses('paused', sql`licenses.hold is null`, null, now)
    case 'resume':
      return holdLicenses(null, sql`licenses.hold = 'paused'`, null, now)
    case 'ban':
      return holdLicenses('banned', differs('licenses.hold', 'banned'), action.reason || null, now)
    case 'unban':
      return holdLicenses(null, sql`licenses.hold = 'banned'`, null, now)
    case 'set_description':
      return setColumns('licenses', { description: action.description, description_key: canonical(action.description) })
    case 'apply_preset':
      return applyPreset(action)
    case 'add_days':
      return addDays('licenses', action, now)
    case 'set_expiry':
      return setExpiry('licenses', action.expiresAt)
  }
}

/** Selects every row, for a deletion. */
export const everyRow: BulkChange = { isFor: sql<boolean>`1 = 1`, newValues: () => ({}) }

/** Licenses that are held, or whose order was refunded, stay as they are: lifting that is a decision about each. */
function switchLicenses(isActive: 0 | 1): BulkChange {
  const change = setColumns('licenses', { is_active: isActive })
  return { ...change, isFor: sql<boolean>`(${change.isFor} and licenses.hold is null and licenses.order_hold is null)` }
}

/**
 * Pauses or bans licenses, or ends that. Keys that were used up stay as they are: what a ban takes back of their time is
 * another license's.
 */
function holdLicenses(
  hold: LicenseHold | null,
  isHeldSo: RawBuilder<unknown>,
  holdReason: string | null,
  heldAt: Date,
): BulkChange {
  return {
    isFor: sql<boolean>`(licenses.spent_at is null and ${isHeldSo})`,
    newValues: (row) => {
      const isActive = row.is_active === 1 || row.active_after_hold === 1
      return { ...toHoldColumns({ isActive, hold, holdReason, heldAt }) }
    },
  }
}

const firstMsOfNever = Date.UTC(neverYear, 0, 1)
const lastMs = Date.parse(neverExpires)

interface AddDays {
  readonly days: number
  /** Expired rows get their days from now on, or are skipped. */
  readonly expired?: 'from_now' | 'skip' | undefined
}

/** Adds days to an expiry, or subtracts them. Rows that never expire or have not started are unchanged. */
function addDays(table: 'app_users' | 'licenses', { days, expired }: AddDays, now: Date): BulkChange {
  const column = sql.ref(`${table}.expires_at`)
  const nowMs = now.getTime()
  const isRunning = expired === 'skip' ? sql` and ${column} > ${nowMs}` : sql``
  const isFor = sql<boolean>`(${column} is not null and ${column} < ${firstMsOfNever}${isRunning})`
  return {
    isFor,
    ...(expired !== 'skip' && days > 0 && { isReviving: sql<boolean>`${column} <= ${nowMs}` }),
    newValues: (row) => ({ expires_at: shiftExpiry(Number(row.expires_at), days, nowMs) }),
    expressions: { expires_at: shiftedExpiry(days, nowMs) },
  }
}

/** Sets the same expiry for all. */
function setExpiry(table: 'app_users' | 'licenses', expiresAt: Date | null): BulkChange {
  const ms = expiresAt?.getTime() ?? null
  return { isFor: differs(`${table}.expires_at`, ms), newValues: () => ({ expires_at: ms }) }
}

/** Whether a column has another value than the wanted one. */
function differs(column: string, value: string | number | null): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} is distinct from ${value}`
}

/** A change to fixed values, for rows whose first column differs. */
function setColumns(table: string, values: ColumnValues): BulkChange {
  const [first] = Object.entries(values)
  if (!first) throw new Error('a change names a column')
  return { isFor: differs(`${table}.${first[0]}`, first[1]), newValues: () => values }
}

/** What a preset gives to licenses that were sold already: not seats, validity and expiry. */
function applyPreset({ presetId, maxDevices, maxSessions, graceDays, features }: AppliedPreset): BulkChange {
  const values = {
    preset_id: presetId,
    max_devices: maxDevices,
    max_sessions: maxSessions,
    ...(graceDays !== undefined && { grace_days: graceDays }),
    features: featuresText(features),
  }
  const differing = Object.entries(values).map(([column, value]) => differs(`licenses.${column}`, value))
  return { isFor: sql<boolean>`(${sql.join(differing, sql` or `)})`, newValues: () => values }
}

/** As `shiftExpiry`, in SQL. */
function shiftedExpiry(days: number, nowMs: number): RawBuilder<number> {
  const [now, added, last] = [sql.lit(nowMs), sql.lit(days * dayMs), sql.lit(lastMs)]
  const from = days > 0 ? sql`case when expires_at < ${now} then ${now} else expires_at end` : sql`expires_at`
  const shifted = sql`((${from}) + ${added})`
  return sql<number>`case when ${shifted} < 0 then 0 when ${shifted} > ${last} then ${last} else ${shifted} end`
}

/** Added days of an expired row count from now: otherwise it might still be expired. */
function shiftExpiry(expiresAtMs: number, days: number, nowMs: number): number {
  const from = days > 0 ? Math.max(expiresAtMs, nowMs) : expiresAtMs
  return Math.max(0, Math.min(from + days * dayMs, lastMs))
}
