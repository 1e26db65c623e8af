import type { Insertable, Selectable } from 'kysely'
import type { Features } from '../../../shared/contract/features.ts'
import type { validityStarts } from '../../../shared/contract/licenses.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, defined, msOrNull, type Patch } from '../columns.ts'
import { featuresOf, featuresText } from '../features-column.ts'
import { fromHoldColumns, type Held, notHeld, switchColumns, toHoldColumns } from './hold-license.ts'
import type { OrderHold } from './order-hold.ts'

export interface NewLicense extends Partial<Held> {
  readonly licenseKey: string
  readonly maxUsers: number
  readonly validityDays: number
  readonly validityStart: (typeof validityStarts)[number]
  readonly description: string
  /** Devices of each of its users; null: as the application. */
  readonly maxDevices?: number | null | undefined
  /** Live sessions of all its users together; null: no limit. */
  readonly maxSessions?: number | null | undefined
  /** Days of access after its expiry; null: as the application. */
  readonly graceDays?: number | null | undefined
  /** Absent: none. */
  readonly features?: Features
  /** The preset that it was made from, or that was applied to it last; absent or null: none. */
  readonly presetId?: number | null
  /** Its switch, which a hold leaves as it is. */
  readonly isActive: boolean
  /** null: a first-use license without any user yet. */
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** Whether the time of a license went into another one, which is unknown once that was deleted. */
export interface Spent {
  readonly spentAt: Date | null
  readonly spentInto: number | null
  /** How much time. */
  readonly spentMs: number | null
  /** How much of it was taken back; null: nothing. */
  readonly takenMs: number | null
}

export const notSpent: Spent = { spentAt: null, spentInto: null, spentMs: null, takenMs: null }

export interface License extends Omit<NewLicense, keyof Held>, Held, Spent {
  readonly id: number
  readonly currentUsers: number
  readonly features: Features
  readonly presetId: number | null
  readonly maxDevices: number | null
  readonly maxSessions: number | null
  readonly graceDays: number | null
  /** Why its order keeps it from working; null: it does not. */
  readonly orderHold: OrderHold | null
}

export type LicenseChange = Patch<
  Pick<License, 'maxUsers' | 'maxDevices' | 'maxSessions' | 'graceDays' | 'description' | 'features' | 'isActive'> & {
    expiresAt: Date
  }
>

/** People type license keys: case and surrounding blanks are ignored. */
export const lookup = (secrets: Secrets, key: string) => secrets.lookup('license-key', key.trim().toUpperCase())

/** Associated data: the ciphertext can't be decrypted in another application's row. */
const sealedFor = (applicationId: number) => `app:${applicationId}:license`

export function toColumns(
  applicationId: number,
  license: NewLicense,
  secrets: Secrets,
): Insertable<Tables['licenses']> {
  return {
    application_id: applicationId,
    key_lookup: lookup(secrets, license.licenseKey),
    key_sealed: secrets.seal(sealedFor(applicationId), license.licenseKey),
    max_users: license.maxUsers,
    validity_days: license.validityDays,
    validity_start: license.validityStart,
    description: license.description,
    description_key: canonical(license.description),
    max_devices: license.maxDevices ?? null,
    max_sessions: license.maxSessions ?? null,
    grace_days: license.graceDays ?? null,
    features: featuresText(license.features ?? {}),
    preset_id: license.presetId ?? null,
    ...toHoldColumns({ ...notHeld, ...license }),
    expires_at: msOrNull(license.expiresAt),
    created_at: license.createdAt.getTime(),
  }
}

export function toChangedColumns(change: LicenseChange) {
  return defined({
    max_users: change.maxUsers,
    max_devices: change.maxDevices,
    max_sessions: change.maxSessions,
    grace_days: change.graceDays,
    description: change.description,
    description_key: change.description === undefined ? undefined : canonical(change.description),
    features: change.features === undefined ? undefined : featuresText(change.features),
    ...(change.isActive !== undefined && switchColumns(change.isActive)),
    expires_at: change.expiresAt?.getTime(),
  })
}

/** The full key. */
export const openLicenseKey = (secrets: Secrets, applicationId: number, sealed: string) =>
  secrets.open(sealedFor(applicationId), sealed)

export function fromRow(row: Selectable<Tables['licenses']>, secrets: Secrets): License {
  return {
    id: row.id,
    licenseKey: openLicenseKey(secrets, row.application_id, row.key_sealed),
    maxUsers: row.max_users,
    currentUsers: row.current_users,
    validityDays: row.validity_days,
    validityStart: row.validity_start as NewLicense['validityStart'],
    description: row.description,
    maxDevices: row.max_devices,
    maxSessions: row.max_sessions,
    graceDays: row.grace_days,
    features: featuresOf(row.features),
    presetId: row.preset_id,
    ...fromHoldColumns(row),
    spentAt: dateOrNull(row.spent_at),
    spentInto: row.spent_into,
    spentMs: row.spent_ms,
    takenMs: row.taken_ms,
    orderHold: row.order_hold as OrderHold | null,
    expiresAt: dateOrNull(row.expires_at),
    createdAt: new Date(row.created_at),
  }
}
