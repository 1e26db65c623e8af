import { neverExpires } from '../../src/shared/constants.ts'

const dayMs = 86_400_000
export const neverMs = Date.parse(neverExpires)
const firstMsOfNever = Date.UTC(9999, 0, 1)

/** Times in milliseconds; `null` of a user never ends, of a license it has not begun. */
export interface ModelUser {
  readonly id: number
  readonly name: string
  expires: number | null
  /** Id of the license. */
  license: number | null
  isActive: boolean
  isPaused: boolean
  isBanned: boolean
}

export interface ModelLicense {
  readonly id: number
  readonly key: string
  readonly days: number
  maxUsers: number
  expires: number | null
  isActive: boolean
}

type Values = Partial<Pick<ModelUser, 'expires' | 'isActive' | 'isPaused' | 'isBanned'>>

interface KeptRow {
  readonly id: number
  readonly old: Values
  readonly new: Values
  /** The user's license when the change was made. */
  readonly license: number | null
}

export interface ModelOperation {
  readonly id: string
  readonly entity: 'user' | 'license'
  readonly rows: readonly KeptRow[]
  isUndone: boolean
}

/** What a bulk change does, or would do, to one row; `undefined` when the row has that state already. */
export type Change = (row: Required<Values>, nowMs: number) => Values | undefined

/** A reference model of licensing: plain lists, no database, sequential. */
export class LicensingModel {
  users: ModelUser[] = []
  licenses: ModelLicense[] = []
  readonly operations: ModelOperation[] = []

  userOf(name: string): ModelUser | undefined {
    return this.users.find((user) => user.name === name)
  }

  licenseOf(id: number | null): ModelLicense | undefined {
    return this.licenses.find((license) => license.id === id)
  }

  seatsTaken(licenseId: number): number {
    return this.users.filter(({ license }) => license === licenseId).length
  }

  isExpired(user: ModelUser, nowMs: number): boolean {
    const license = this.licenseOf(user.license)
    return isPast(user.expires, nowMs) || (license !== undefined && isPast(license.expires, nowMs))
  }

  usersWith(status: 'active' | 'expired' | 'paused' | 'banned' | undefined, nowMs: number): ModelUser[] {
    return this.users.filter((user) => {
      if (status === 'paused') return user.isPaused
      if (status === 'banned') return user.isBanned
      if (status === 'expired') return this.isExpired(user, nowMs)
      if (status === undefined) return true
      const isLet = user.isActive && !user.isPaused && !user.isBanned
      return isLet && !this.isExpired(user, nowMs) && (this.licenseOf(user.license)?.isActive ?? true)
    })
  }

  licensesWith(status: 'active' | 'inactive' | 'full' | 'expired' | undefined, nowMs: number): ModelLicense[] {
    return this.licenses.filter((license) => {
      if (status === undefined) return true
      if (isPast(license.expires, nowMs)) return status === 'expired'
      if (!license.isActive) return status === 'inactive'
      return status === (this.seatsTaken(license.id) >= license.maxUsers ? 'full' : 'active')
    })
  }

  /** A user now holds the license: its validity has started. */
  begin(license: ModelLicense | undefined, nowMs: number): void {
    if (license) license.expires ??= nowMs + license.days * dayMs
  }

  deleteUsers(ids: readonly number[]): void {
    this.users = this.users.filter(({ id }) => !ids.includes(id))
  }

  /** Its users remain, without a license, and lose access now. */
  deleteLicense(id: number, nowMs: number): void {
    for (const user of this.users) {
      if (user.license !== id) continue
      user.license = null
      if (user.expires === null || user.expires > nowMs) user.expires = nowMs
    }
    this.licenses = this.licenses.filter((license) => license.id !== id)
  }

  /** Changes the rows that need it, keeps what an undo needs, and returns how many changed. */
  changeMany(
    operationId: string,
    entity: 'user' | 'license',
    rows: readonly (ModelUser | ModelLicense)[],
    change: Change,
    nowMs: number,
  ): number {
    const kept = rows.flatMap((row) => {
      const values = { isPaused: false, isBanned: false, ...row }
      const wanted = change(values, nowMs)
      if (!wanted) return []
      const old = Object.fromEntries(Object.keys(wanted).map((field) => [field, values[field as keyof Values]]))
      Object.assign(row, wanted)
      return [{ id: row.id, old, new: wanted, license: 'license' in row ? row.license : null }]
    })
    this.operations.push({ id: operationId, entity, rows: kept, isUndone: false })
    return kept.length
  }

  /** Restores rows that are still as the operation left them; a license in use is never reset to not started. */
  undo(operation: ModelOperation): { restored: number; skipped: number } {
    let restored = 0
    for (const kept of operation.rows) {
      const row = operation.entity === 'user' ? this.users.find(({ id }) => id === kept.id) : this.licenseOf(kept.id)
      if (!row || !Object.entries(kept.new).every(([field, value]) => row[field as 'isActive'] === value)) continue
      if ('license' in row ? row.license !== kept.license : this.wouldStopBeginning(kept)) continue
      Object.assign(row, kept.old)
      restored += 1
    }
    operation.isUndone = true
    return { restored, skipped: operation.rows.length - restored }
  }

  private wouldStopBeginning({ id, old }: KeptRow): boolean {
    return old.expires === null && this.seatsTaken(id) > 0
  }
}

/** At the very millisecond it has expired. */
const isPast = (expires: number | null, nowMs: number) => expires !== null && expires <= nowMs

export const setTo =
  (wanted: Values): Change =>
  (row) =>
    Object.entries(wanted).every(([field, value]) => row[field as keyof Values] === value) ? undefined : wanted

/** No expiry, or validity not started: unchanged. An expired one gets its days from now on, or none. */
export const addDays =
  (days: number, isSkippingExpired: boolean): Change =>
  ({ expires }, nowMs) => {
    if (expires === null || expires >= firstMsOfNever) return undefined
    if (isSkippingExpired && expires <= nowMs) return undefined
    const from = days > 0 ? Math.max(expires, nowMs) : expires
    return { expires: Math.max(0, Math.min(from + days * dayMs, neverMs)) }
  }
