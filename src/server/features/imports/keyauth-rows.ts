import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { FileRow } from './import-file.ts'
import { decodeUtf8 } from './import-file.ts'
import { jsonElements } from './json-elements.ts'
import { keyAuthKeys, timeOfSeconds } from './keyauth-keys.ts'

const text = z.string().max(1024)
const textOrNull = text.nullish()

const number = z.union([z.string().max(40), z.number()])

const KeyAuthUser = z.object({
  username: text,
  email: textOrNull,
  password: textOrNull,
  hwid: z.string().nullish(),
  banned: textOrNull,
  createdate: number.nullish(),
  lastlogin: number.nullish(),
})
const KeyAuthSubscription = z.object({ user: text, key: textOrNull, expiry: number, paused: number.nullish() })

export interface KeyAuthOptions {
  readonly hwids: 'unbind' | 'keep'
  readonly keys: 'active' | 'inactive'
  readonly now: Date
}

/** Smaller numbers are not dates but the seconds that a paused user has left. */
const firstDateSeconds = 1_000_000_000
const earliestPlausibleMs = Date.UTC(2022, 0, 1)
const lifetimeMs = Date.UTC(2100, 0, 1)
const sha1 = /^[0-9a-f]{40}$/i
/** Elements read before yielding to the event loop. */
const readBatchSize = 1000

/** The rows of one of KeyAuth's files. */
export async function* keyAuthRows(
  file: Buffer,
  kind: 'users' | 'licenses',
  options: KeyAuthOptions,
): AsyncGenerator<FileRow> {
  const text = [...decodeUtf8(file)].join('')
  yield* kind === 'users' ? keyAuthUsers(text, options) : keyAuthKeys(text, options.keys)
}

/** KeyAuthUsers.json: users, and separately the subscriptions that hold their expiry. */
async function* keyAuthUsers(file: string, options: KeyAuthOptions): AsyncGenerator<FileRow> {
  const users: unknown[] = []
  const expiries = new Map<string, Expiry>()
  let read = 0
  for (const { list, value } of jsonElements(file)) {
    read += 1
    if (read % readBatchSize === 0) await setImmediate()
    if (list === 'users') users.push(value)
    const subscription = list === 'subscription' ? KeyAuthSubscription.safeParse(value) : undefined
    if (!subscription?.success) continue
    const { user, ...rest } = subscription.data
    const expiry = {
      seconds: Number(rest.expiry),
      isPaused: Number(rest.paused ?? 0) === 1,
      key: rest.key || undefined,
    }
    // several subscriptions are possible: the latest expiry counts
    if (expiry.seconds >= (expiries.get(user)?.seconds ?? 0)) expiries.set(user, expiry)
  }
  for (const [index, value] of users.entries()) yield userRow(index + 1, value, expiries, options)
}

function userRow(
  line: number,
  value: unknown,
  expiries: ReadonlyMap<string, Expiry>,
  options: KeyAuthOptions,
): FileRow {
  const parsed = KeyAuthUser.safeParse(value)
  if (!parsed.success) return { line, fields: { username: '' } }
  const { username, email, password, hwid, banned, createdate, lastlogin } = parsed.data
  const notes: string[] = []
  const fields: Record<string, string> = { username, is_hwid_locked: 'true' }
  // an older KeyAuth stored a hash of the IP address instead of the address
  if (email?.includes('@')) fields.email = email
  const emailSha1 = email && sha1.test(email) ? email.toLowerCase() : undefined
  const expiry = expiries.get(username)
  if (password) fields.password_hash = password
  else notes.push(noPasswordNote(expiry?.key !== undefined, emailSha1 !== undefined))
  if (hwid && options.hwids === 'keep') fields.hwid = hwid
  if (hwid && options.hwids === 'unbind') notes.push('Hardware ID discarded: the next login binds a new one')
  const created = timeOfSeconds(createdate)
  if (created) fields.created_at = created.toISOString()
  const lastLogin = timeOfSeconds(lastlogin)
  if (lastLogin) fields.last_login = lastLogin.toISOString()
  if (banned != null) Object.assign(fields, { is_banned: 'true', ban_reason: banned })
  if (expiry?.key !== undefined) fields.license_key = expiry.key
  const isRelativeExpiry = addExpiry(fields, notes, expiry, options.now)
  return { line, fields, notes, isRelativeExpiry, isFromKeyAuth: true, ...(emailSha1 && { emailSha1 }) }
}

/** How who has no password gets one: by themselves, or by a link. */
function noPasswordNote(hasKey: boolean, hasEmail: boolean): string {
  const proofs = [hasKey && 'license key', hasEmail && 'email address'].filter((proof) => proof !== false)
  return `No password: ${proofs.length === 0 ? '' : `set in the portal with the ${proofs.join(' or ')}, or `}send a password link`
}

/** A subscription: its expiry, or how many seconds a paused user has left, and the key it came from. */
interface Expiry {
  readonly seconds: number
  readonly isPaused: boolean
  readonly key: string | undefined
}

/** Whether the expiry is relative to now. */
function addExpiry(fields: Record<string, string>, notes: string[], expiry: Expiry | undefined, now: Date): boolean {
  if (expiry === undefined) {
    fields.is_active = 'false'
    notes.push('No subscription: imported as inactive')
    return false
  }
  const { seconds } = expiry
  const isPaused = expiry.isPaused || seconds < firstDateSeconds
  const atMs = isPaused ? now.getTime() + seconds * 1000 : seconds * 1000
  if (atMs >= lifetimeMs) notes.push('Lifetime: never expires')
  else fields.expires_at = new Date(atMs).toISOString()
  if (isPaused) {
    fields.is_paused = 'true'
    notes.push('Paused with time left, counted from now')
  } else if (atMs < earliestPlausibleMs) notes.push('Expired before 2022, or a paused lifetime: check it')
  return isPaused
}
