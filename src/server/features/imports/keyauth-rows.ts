import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { FileRow } from './file-row.ts'
import { jsonElements } from './json-elements.ts'
import { decoded, WrongFile } from './upload.ts'

const text = z.string().max(1024)
const textOrNull = text.nullish()

const KeyAuthUser = z.object({
  username: text,
  email: textOrNull,
  password: textOrNull,
  hwid: z.string().nullish(),
  banned: textOrNull,
})
const KeyAuthSubscription = z.object({ user: text, expiry: z.union([z.string(), z.number()]) })
const KeyAuthKey = z.object({
  key: text,
  level: z.union([z.string().max(100), z.number()]).nullish(),
  expiry: z.union([z.string().max(40), z.number()]),
})

export interface KeyAuthOptions {
  readonly hwids: 'unbind' | 'keep'
  readonly keys: 'active' | 'inactive'
  readonly now: Date
}

/** Smaller numbers are no date but the seconds that a paused user has left. */
const firstDateSeconds = 1_000_000_000
const suspicious = Date.UTC(2022, 0, 1)
const lifetime = Date.UTC(2100, 0, 1)
const longestDays = 36_500
/** Elements read before others get their turn. */
const readAtOnce = 1000

/** The rows of one of KeyAuth's files. */
export async function* keyAuthRows(
  file: Buffer,
  kind: 'users' | 'licenses',
  options: KeyAuthOptions,
): AsyncGenerator<FileRow> {
  const text = [...decoded(file)].join('')
  yield* kind === 'users' ? keyAuthUsers(text, options) : keyAuthKeys(text, options)
}

/** KeyAuthUsers.json: users, and beside them the subscriptions that say until when. */
async function* keyAuthUsers(file: string, options: KeyAuthOptions): AsyncGenerator<FileRow> {
  const users: unknown[] = []
  const expiries = new Map<string, number>()
  let read = 0
  for (const { list, value } of jsonElements(file)) {
    read += 1
    if (read % readAtOnce === 0) await setImmediate()
    if (list === 'users') users.push(value)
    const subscription = list === 'subscription' ? KeyAuthSubscription.safeParse(value) : undefined
    if (!subscription?.success) continue
    const { user, expiry } = subscription.data
    // several are possible: the latest counts
    if (Number.isFinite(Number(expiry))) expiries.set(user, Math.max(expiries.get(user) ?? 0, Number(expiry)))
  }
  for (const [index, value] of users.entries()) yield userRow(index + 1, value, expiries, options)
}

function userRow(
  line: number,
  value: unknown,
  expiries: ReadonlyMap<string, number>,
  options: KeyAuthOptions,
): FileRow {
  const parsed = KeyAuthUser.safeParse(value)
  if (!parsed.success) return { line, fields: { username: '' } }
  const { username, email, password, hwid, banned } = parsed.data
  const notes: string[] = []
  const fields: Record<string, string> = { username, is_hwid_locked: 'true' }
  // an older KeyAuth kept a hash of the address instead of the address
  if (email?.includes('@')) fields.email = email
  if (password) fields.password_hash = password
  else {
    fields.is_active = 'false'
    notes.push('No password: imported as inactive, set one by hand')
  }
  if (hwid && options.hwids === 'keep') fields.hwid = hwid
  if (hwid && options.hwids === 'unbind') notes.push('Hardware ID dropped: the next login binds')
  if (banned != null) Object.assign(fields, { is_banned: 'true', ban_reason: banned })
  addExpiry(fields, notes, expiries.get(username), options.now)
  return { line, fields, notes }
}

function addExpiry(fields: Record<string, string>, notes: string[], seconds: number | undefined, now: Date): void {
  if (seconds === undefined) {
    fields.is_active = 'false'
    notes.push('No subscription: imported as inactive')
    return
  }
  const isPaused = seconds < firstDateSeconds
  const atMs = isPaused ? now.getTime() + seconds * 1000 : seconds * 1000
  if (atMs >= lifetime) notes.push('Lifetime: never expires')
  else fields.expires_at = new Date(atMs).toISOString()
  if (isPaused) {
    fields.is_paused = 'true'
    notes.push('Paused with time left, counted from now')
  } else if (atMs < suspicious) notes.push('Expired before 2022, or a paused lifetime: look at it')
}

/** KeyAuthKeys.json, or its text form `KEY,LEVEL,DAYS|KEY,LEVEL,DAYS`. */
function* keyAuthKeys(file: string, options: KeyAuthOptions): Generator<FileRow> {
  let line = 0
  for (const value of /^\s*[[{]/.test(file.replace('\uFEFF', '')) ? fromJson(file) : fromText(file)) {
    line += 1
    yield keyRow(line, value, options)
  }
}

function* fromJson(file: string): Generator<unknown> {
  for (const { value } of jsonElements(file)) yield value
}

function* fromText(file: string): Generator<unknown> {
  if (!file.includes(',')) throw new WrongFile('This is neither KeyAuthKeys.json nor KEY,LEVEL,DAYS|KEY,LEVEL,DAYS.')
  for (const part of file.replace('\uFEFF', '').split(/[|\r\n]+/)) {
    const [key = '', level = '', expiry = ''] = part.split(',').map((each) => each.trim())
    if (key !== '') yield { key, level, expiry }
  }
}

/** A key's time begins when it is redeemed, there as here with the first use. */
function keyRow(line: number, value: unknown, { keys }: KeyAuthOptions): FileRow {
  const parsed = KeyAuthKey.safeParse(value)
  if (!parsed.success) return { line, fields: { license_key: '' } }
  const { key, level, expiry } = parsed.data
  const days = Number(expiry)
  const notes: string[] = []
  if (days > longestDays) notes.push('Lifetime: 100 years')
  else if (!Number.isInteger(days)) notes.push('Part of a day counted as a whole one')
  return {
    line,
    notes,
    fields: {
      license_key: key,
      max_users: '1',
      validity_days: Number.isFinite(days) ? String(Math.min(longestDays, Math.max(1, Math.ceil(days)))) : '',
      validity_start: 'first_use',
      description: level == null || level === '' ? '' : `Level ${level}`,
      is_active: keys === 'inactive' ? 'false' : 'true',
    },
  }
}
