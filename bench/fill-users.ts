import type { SeededUser } from './seed.ts'

export interface UserFill {
  readonly applicationId: number
  readonly passwordHash: string
  readonly users: number
  /** Users of one license; the license IDs exist already and are consecutive. */
  readonly usersPerLicense: number
  readonly firstLicenseId: number
}

export const filledUserColumns = [
  'id',
  'application_id',
  'username',
  'username_key',
  'email',
  'email_key',
  'password_hash',
  'is_active',
  'is_paused',
  'is_banned',
  'hwid',
  'hwid_key',
  'is_hwid_locked',
  'expires_at',
  'license_id',
  'last_login_at',
  'last_login_ip',
  'created_at',
] as const

const dayMs = 86_400_000

/** IDs look random and are unique, as the server's are. */
const userIdAt = (place: number) => Math.imul(place + 1, 1_103_515_245) >>> 1 || 1
const letters = (place: number) => (Math.imul(place + 1, 2_654_435_761) >>> 0).toString(36).padStart(7, '0')

export function filledUser(place: number): SeededUser {
  const hwid = (Math.imul(place + 1, 40_503) >>> 0).toString(16).padStart(8, '0').repeat(4)
  return { id: userIdAt(place), username: `${letters(place)}-${place}`, hwid }
}

/** A row in the order of `filledUserColumns`. */
export function filledUserRow(fill: UserFill, place: number, now: number): (string | number | null)[] {
  const { id, username, hwid } = filledUser(place)
  const email = `${username}@example.com`
  const isPaused = place % 500 === 7 ? 1 : 0
  const isBanned = place % 1_000 === 9 ? 1 : 0
  const expiresAt = place % 3 === 0 ? null : now + ((place % 400) - 30) * dayMs
  const lastLoginAt = place % 10 === 0 ? null : now - (place % 7_776_000) * 1_000
  const ip = lastLoginAt === null ? null : `10.${place % 200}.${place % 251}.${place % 241}`
  const licenseId = fill.firstLicenseId + Math.floor(place / fill.usersPerLicense)
  const createdAt = now - (fill.users - place) * 5_000
  const names = [username, username, email, email]
  const device = [hwid, hwid, 1]
  const head = [id, fill.applicationId, ...names, fill.passwordHash, 1, isPaused, isBanned]
  return [...head, ...device, expiresAt, licenseId, lastLoginAt, ip, createdAt]
}

/** Users with a live session, spread over all: multiples of twelve are neither paused nor banned, and never expire. */
export const sessionUser = (index: number, users: number, sessions: number): SeededUser =>
  filledUser(index * Math.floor(users / sessions / 12) * 12)
