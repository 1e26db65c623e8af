import { hash } from 'node:crypto'
import { ipLimiterKey } from '../../lib/canonical.ts'

/** So long after a login the same device may begin a session that counts as proved by it. */
const proofMs = 60_000
/** An account that many devices share may log in on so many of them within that time. */
const maxRemembered = 8

/** What a login and the session that it proves have in common. */
export interface LoginDevice {
  readonly ip: string
  /** As the program sent it. */
  readonly hwid: string | undefined
  /** The stored hash that the password was checked against: with another password the login proves nothing. */
  readonly passwordHash: string
}

/** The logins of the last minute as one text, the new one first: `time.mark time.mark …` */
export function rememberLogin(recent: string | null, device: LoginDevice, nowMs: number): string {
  const entry = { atMs: nowMs, mark: markOf(device) }
  const others = read(recent).filter(({ atMs, mark }) => isRecent(atMs, nowMs) && mark !== entry.mark)
  return [entry, ...others]
    .slice(0, maxRemembered)
    .map(({ atMs, mark }) => `${atMs.toString(36)}.${mark}`)
    .join(' ')
}

/** Whether this device logged in a moment ago: the same address (/64 in IPv6), hardware id and password. */
export function hasLoggedIn(recent: string | null, device: LoginDevice, nowMs: number): boolean {
  if (recent === null) return false
  const own = markOf(device)
  return read(recent).some(({ atMs, mark }) => mark === own && isRecent(atMs, nowMs))
}

/** Neither long ago nor far ahead: a server whose clock is an hour off proves nothing to the others. */
const isRecent = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) <= proofMs

/** Tells devices apart and names none. */
function markOf({ ip, hwid, passwordHash }: LoginDevice): string {
  return hash('sha256', JSON.stringify([ipLimiterKey(ip), hwid ?? null, passwordHash]), 'base64url').slice(0, 16)
}

function read(recent: string | null): { readonly atMs: number; readonly mark: string }[] {
  if (!recent) return []
  return recent.split(' ').map((entry) => {
    const [at = '', mark = ''] = entry.split('.')
    return { atMs: Number.parseInt(at, 36), mark }
  })
}
