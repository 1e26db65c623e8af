import { type Insertable, type Selectable, sql } from 'kysely'
import type { UserKind } from '../../../shared/contract/app-users.ts'
import type { Features } from '../../../shared/contract/features.ts'
import { graceEnd } from '../../../shared/grace.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { componentsText, type HardwareComponents } from '../../lib/hardware-components.ts'
import { holderHash, holderKey, holderName } from '../../lib/license-holder.ts'
import { dateOrNull, defined, flag, msOrNull, type Patch } from '../columns.ts'
import { featuresOf, featuresText } from '../features-column.ts'

export interface NewAppUser {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  /** The bound hardware ID; null: none yet. */
  readonly hwid: string | null
  /** Whether the application's hardware lock applies to the user. */
  readonly isHwidLocked: boolean
  /** The user's own limit; null: as the license, or else the application. */
  readonly deviceLimit?: number | null | undefined
  /** The name of the device in `hwid`. */
  readonly deviceName?: string | null | undefined
  /** Its components. */
  readonly deviceComponents?: HardwareComponents | undefined
  readonly expiresAt: Date | null
  readonly licenseId: number | null
  readonly createdAt: Date
  /** Absent: none. */
  readonly features?: Features
  /** Created by a public registration. */
  readonly isRegistered?: boolean
}

/** What is stored of a device beside its hardware ID. */
export interface NamedDevice {
  readonly name?: string | null
  readonly components?: HardwareComponents | undefined
}

/** The user who stands for a license. */
export interface NewHolder {
  readonly licenseId: number
  readonly hwid: string | null
  /** Of the device. */
  readonly name: string | null
  readonly components: HardwareComponents | undefined
  readonly at: Date
}

export type AppUserChange = Patch<
  Omit<NewAppUser, 'licenseId' | 'createdAt' | 'isRegistered' | 'deviceComponents'> & {
    readonly isActive: boolean
    readonly isPaused: boolean
    readonly isBanned: boolean
    /** Shown only in the dashboard. */
    readonly banReason: string | null
    /** When the hardware ID was bound. */
    readonly hwidBoundAt: Date | null
  }
>

export interface AppUser extends Omit<NewAppUser, 'passwordHash' | 'isRegistered' | 'deviceName' | 'deviceComponents'> {
  readonly id: number
  readonly features: Features
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isBanned: boolean
  /** `license`: stands for a license, for those who sign in with its key alone. */
  readonly kind: UserKind
  readonly deviceLimit: number | null
  /** How many devices are bound. */
  readonly devices: number
  /** How many seats of its license the user has: one for all but a license key alone. */
  readonly seats: number
  /** The earlier of the user's own expiry and the license's. */
  readonly effectiveExpiresAt: Date | null
  /** Until when access goes on after that; null: without days of grace. */
  readonly graceUntil: Date | null
  readonly lastLogin: Date | null
  readonly lastLoginIp: string | null
}

/** A user with fields that lists don't show. */
export interface InspectedUser extends AppUser {
  readonly banReason: string | null
  readonly hwidBoundAt: Date | null
}

/** Fields that a public registration stored, with their current values. */
export type Registration = Pick<NewAppUser, 'email' | 'hwid' | 'isHwidLocked' | 'expiresAt' | 'licenseId' | 'createdAt'>

/** What a row of a user needs of the license and the application, from app_users left joined with licenses. */
export const endColumns = [
  'licenses.expires_at as license_expires_at',
  sql<number>`coalesce(licenses.grace_days,
    (select applications.grace_days from applications where applications.id = app_users.application_id))`.as(
    'days_of_grace',
  ),
] as const

export type AppUserRow = Selectable<Tables['app_users']> & {
  readonly license_expires_at: number | null
  readonly days_of_grace: number
}

export function fromRow(row: AppUserRow): AppUser {
  const effectiveExpiresAt = dateOrNull(earlier(row.expires_at, row.license_expires_at))
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    isActive: row.is_active === 1,
    isPaused: row.is_paused === 1,
    isBanned: row.is_banned === 1,
    kind: row.kind as UserKind,
    hwid: row.hwid,
    isHwidLocked: row.is_hwid_locked === 1,
    deviceLimit: row.device_limit,
    devices: row.hwid === null ? 0 : 1 + row.more_devices,
    seats: row.seats,
    features: featuresOf(row.features),
    expiresAt: dateOrNull(row.expires_at),
    licenseId: row.license_id,
    effectiveExpiresAt,
    graceUntil: graceEnd(effectiveExpiresAt, row.days_of_grace),
    lastLogin: dateOrNull(row.last_login_at),
    lastLoginIp: row.last_login_ip,
    createdAt: new Date(row.created_at),
  }
}

export function inspectedFromRow(row: AppUserRow): InspectedUser {
  return {
    ...fromRow(row),
    banReason: row.ban_reason,
    hwidBoundAt: dateOrNull(row.hwid_bound_at),
  }
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

export function toHolderColumns(applicationId: number, { licenseId, hwid, name, components, at }: NewHolder) {
  const user = {
    ...{ email: null, passwordHash: holderHash, isHwidLocked: true, expiresAt: null },
    ...{ username: holderName(licenseId), hwid, licenseId, createdAt: at },
    ...{ deviceName: name, deviceComponents: components },
  }
  return { ...toColumns(applicationId, user), username_key: holderKey(licenseId), kind: 'license' }
}

export function toColumns(applicationId: number, user: NewAppUser): Omit<Insertable<Tables['app_users']>, 'id'> {
  return {
    application_id: applicationId,
    username: user.username,
    username_key: canonical(user.username),
    email: user.email,
    email_key: keyOrNull(user.email),
    password_hash: user.passwordHash,
    is_active: 1,
    is_paused: 0,
    is_banned: 0,
    hwid: user.hwid,
    hwid_key: keyOrNull(user.hwid),
    is_hwid_locked: flag(user.isHwidLocked),
    device_limit: user.deviceLimit ?? null,
    device_name: user.hwid === null ? null : (user.deviceName ?? null),
    device_components: user.hwid !== null && user.deviceComponents ? componentsText(user.deviceComponents) : null,
    expires_at: msOrNull(user.expiresAt),
    license_id: user.licenseId,
    last_login_at: null,
    last_login_ip: null,
    hwid_bound_at: user.hwid === null ? null : user.createdAt.getTime(),
    created_at: user.createdAt.getTime(),
    is_registered: flag(user.isRegistered ?? false),
    features: featuresText(user.features ?? {}),
  }
}

export function toChangedColumns(change: AppUserChange): Partial<Insertable<Tables['app_users']>> {
  const mapped = <T, C>(value: T | undefined, column: (value: T) => C) =>
    value === undefined ? undefined : column(value)
  return defined({
    username: change.username,
    username_key: mapped(change.username, canonical),
    email: change.email,
    email_key: mapped(change.email, keyOrNull),
    password_hash: change.passwordHash,
    // with a password from the dashboard it is no longer as registered
    is_registered: mapped(change.passwordHash, () => 0),
    is_active: mapped(change.isActive, flag),
    is_paused: mapped(change.isPaused, flag),
    is_banned: mapped(change.isBanned, flag),
    hwid: change.hwid,
    hwid_key: mapped(change.hwid, keyOrNull),
    is_hwid_locked: mapped(change.isHwidLocked, flag),
    device_limit: change.deviceLimit,
    device_name: change.deviceName,
    expires_at: mapped(change.expiresAt, msOrNull),
    // lifting a ban deletes its reason
    ban_reason: change.isBanned === false ? null : change.banReason,
    hwid_bound_at: mapped(change.hwidBoundAt, msOrNull),
    features: mapped(change.features, featuresText),
  })
}

const keyOrNull = (text: string | null) => (text === null ? null : canonical(text))
