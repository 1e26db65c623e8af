import type { Features } from '../../../shared/contract/features.ts'
import { dateOrNull, defined } from '../columns.ts'
import { featuresOf } from '../features-column.ts'
import type { ColumnValues } from './operations.ts'

/** The changed fields of a user or a license, in the domain's names. */
export interface ChangedFields {
  readonly isActive?: boolean
  readonly isPaused?: boolean
  readonly isBanned?: boolean
  readonly banReason?: string | null
  readonly hold?: string | null
  readonly holdReason?: string | null
  readonly hwid?: string | null
  readonly isHwidLocked?: boolean
  readonly expiresAt?: Date | null
  readonly description?: string
  readonly presetId?: number | null
  readonly maxDevices?: number | null
  readonly maxSessions?: number | null
  readonly graceDays?: number | null
  readonly features?: Features
}

/**
 * Snapshots are stored with column names and stay undoable for a week, also by an older server beside this one or after
 * a downgrade, so their stored form must not change. Columns without a field (lookup keys, guards) and unknown names
 * are ignored.
 */
export function fieldsOf(values: ColumnValues): ChangedFields {
  return defined({
    isActive: present(values.is_active, isSet),
    isPaused: present(values.is_paused, isSet),
    isBanned: present(values.is_banned, isSet),
    banReason: present(values.ban_reason, textOrNull),
    hold: present(values.hold, textOrNull),
    holdReason: present(values.hold_reason, textOrNull),
    hwid: present(values.hwid, textOrNull),
    isHwidLocked: present(values.is_hwid_locked, isSet),
    expiresAt: present(values.expires_at, (ms) => dateOrNull(ms === null ? null : Number(ms))),
    description: present(values.description, String),
    presetId: present(values.preset_id, numberOrNull),
    maxDevices: present(values.max_devices, numberOrNull),
    maxSessions: present(values.max_sessions, numberOrNull),
    graceDays: present(values.grace_days, numberOrNull),
    features: present(values.features, (text) => featuresOf(textOrNull(text))),
  })
}

/** The columns of each field of a user that a single change can restore. */
export const columnsOfUserField = {
  hwidLock: ['hwid', 'hwid_key', 'hwid_bound_at', 'is_hwid_locked', 'device_name'],
  expiry: ['expires_at'],
  ban: ['is_banned', 'ban_reason'],
} as const

type Value = ColumnValues[string]

const present = <T>(value: Value | undefined, read: (value: Value) => T) =>
  value === undefined ? undefined : read(value)
const isSet = (value: Value) => value === 1
const numberOrNull = (value: Value) => (value === null ? null : Number(value))
const textOrNull = (value: Value) => (value === null ? null : String(value))
