import { z } from 'zod'
import type { FileRow } from './import-file.ts'
import { UnreadableFile } from './import-file.ts'
import { jsonElements } from './json-elements.ts'

const number = z.union([z.string().max(40), z.number()])
const text = z.string().max(1024)

const KeyAuthKey = z.object({
  key: text,
  level: z.union([z.string().max(100), z.number()]).nullish(),
  expiry: number,
  note: text.nullish(),
  genby: text.nullish(),
  gendate: number.nullish(),
  /** `Not Used`, `Used` or `Banned`. */
  status: text.nullish(),
  usedon: number.nullish(),
  /** Why. */
  banned: text.nullish(),
})
type KeyAuthKey = z.output<typeof KeyAuthKey>

interface Element {
  readonly value: unknown
  /** The newer file has the validity in seconds, the older ones in days. */
  readonly secondsPerUnit: number
}

const daySeconds = 86_400
const longestDays = 36_500
const lifetimeMs = Date.UTC(2100, 0, 1)
const longestDescription = 500
const longestReason = 200

/**
 * KeyAuthKeys.json: `{"keys": […], "tokens": […]}`, or the older plain list, or its text form
 * `KEY,LEVEL,DAYS|KEY,LEVEL,DAYS`.
 */
export function* keyAuthKeys(file: string, keys: 'active' | 'inactive'): Generator<FileRow> {
  let line = 0
  for (const element of /^\s*[[{]/.test(file.replace('\uFEFF', '')) ? fromJson(file) : fromText(file)) {
    line += 1
    if (element === 'token') yield { line, fields: { license_key: 'Token' }, skipped: "Tokens can't be imported" }
    else yield keyRow(line, element, keys)
  }
}

function* fromJson(file: string): Generator<Element | 'token'> {
  for (const { list, value } of jsonElements(file)) {
    if (list === 'tokens') yield 'token'
    else if (list === 'keys') yield { value, secondsPerUnit: 1 }
    else yield { value, secondsPerUnit: daySeconds }
  }
}

function* fromText(file: string): Generator<Element> {
  if (!file.includes(','))
    throw new UnreadableFile('This file must be KeyAuthKeys.json or KEY,LEVEL,DAYS|KEY,LEVEL,DAYS.')
  for (const part of file.replace('\uFEFF', '').split(/[|\r\n]+/)) {
    const [key = '', level = '', expiry = ''] = part.split(',').map((each) => each.trim())
    if (key !== '') yield { value: { key, level, expiry }, secondsPerUnit: daySeconds }
  }
}

/** The validity of a key starts when it is redeemed, which is first use here. */
function keyRow(line: number, { value, secondsPerUnit }: Element, keys: 'active' | 'inactive'): FileRow {
  const parsed = KeyAuthKey.safeParse(value)
  if (!parsed.success) return { line, fields: { license_key: '' } }
  const { key, expiry, gendate } = parsed.data
  const days = (Number(expiry) * secondsPerUnit) / daySeconds
  const notes: string[] = []
  if (days > longestDays) notes.push('Lifetime: 100 years')
  else if (!Number.isInteger(days)) notes.push('Rounded up to a whole day')
  const fields: Record<string, string> = {
    license_key: key,
    max_users: '1',
    validity_days: Number.isFinite(days) ? String(Math.min(longestDays, Math.max(1, Math.ceil(days)))) : '',
    validity_start: 'first_use',
    description: descriptionOf(parsed.data),
    is_active: keys === 'inactive' ? 'false' : 'true',
  }
  const created = timeOfSeconds(gendate)
  if (created) fields.created_at = created.toISOString()
  addState(fields, notes, parsed.data, Number(expiry) * secondsPerUnit)
  return { line, fields, notes, isFromKeyAuth: true }
}

/** A KeyAuth key is for one user: one that was used or banned there must not register another user here. */
function addState(fields: Record<string, string>, notes: string[], key: KeyAuthKey, seconds: number): void {
  const used = timeOfSeconds(key.usedon)
  if (used) {
    const endMs = used.getTime() + seconds * 1000
    fields.expires_at = endMs < lifetimeMs ? new Date(endMs).toISOString() : 'never'
  }
  if (isBanned(key)) Object.assign(fields, { hold: 'banned', hold_reason: key.banned?.slice(0, longestReason) ?? '' })
  if (!used && key.status !== 'Used') return
  notes.push('Already used: imported as inactive')
  fields.is_active = 'false'
}

const isBanned = ({ status, banned }: KeyAuthKey) => status === 'Banned' || (banned != null && banned !== '')

function descriptionOf(key: KeyAuthKey): string {
  const { level, note, genby } = key
  const named = (name: string, value: unknown) => (value == null || value === '' ? '' : `${name} ${value}`)
  const parts = [named('Level', level), note ?? '', named('Created by', genby)]
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, longestDescription)
}

/** Seconds since 1970; undefined for none. */
export function timeOfSeconds(seconds: string | number | null | undefined): Date | undefined {
  const ms = Number(seconds ?? 0) * 1000
  return ms > 0 && ms < lifetimeMs ? new Date(ms) : undefined
}
