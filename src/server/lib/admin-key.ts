import { hash, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomToken } from './tokens.ts'

/** Path of the admin key in the data folder; not read where `ADMIN_KEY` is set, or by servers on PostgreSQL. */
export const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key')

/** Path of the hash of the previous key, with the time until which it is valid. */
const formerKeyFile = (dataDir: string) => join(dataDir, 'admin.key.former')

/** A key whose text nobody knows here: it came with a move from PostgreSQL, which stores hashes alone. */
const hashMark = 'sha256:'

/** Undefined before the first start, and where only the key's hash is known. */
export function readAdminKey(dataDir: string): string | undefined {
  const text = readIfThere(adminKeyFile(dataDir))
  return text?.startsWith(hashMark) ? undefined : text
}

/** Undefined before the first start. */
export function readAdminKeyHash(dataDir: string): string | undefined {
  const text = readIfThere(adminKeyFile(dataDir))
  if (!text?.startsWith(hashMark)) return text && hashAdminKey(text)
  const stored = text.slice(hashMark.length)
  return /^[0-9a-f]{64}$/.test(stored) ? stored : undefined
}

/** Stores keys of which only the hashes are known, unless the folder has a key. */
export function putAdminKeyHashes(dataDir: string, keys: readonly KeyHash[]): void {
  if (readIfThere(adminKeyFile(dataDir)) !== undefined) return
  for (const { hash: stored, until } of keys) {
    if (until) replaceFile(formerKeyFile(dataDir), formerLine(stored, until))
    else replaceFile(adminKeyFile(dataDir), `${hashMark}${stored}\n`)
  }
}

/** Creates the key on first start; returns it only then, since it is printed once. */
export function makeAdminKeyOnce(dataDir: string): string | undefined {
  const key = randomToken()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(adminKeyFile(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if (isCode(error, 'EEXIST')) return undefined
    throw error
  }
}

/**
 * Replaces the key. The old one stays valid until the given time; without one it ends now. Files are replaced
 * atomically, and a running server reads them at each use.
 */
export function rotateAdminKey(dataDir: string, formerUntil?: Date): string {
  const key = randomToken()
  const former = readAdminKeyHash(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (former !== undefined && formerUntil) {
    replaceFile(formerKeyFile(dataDir), formerLine(former, formerUntil))
  } else {
    rmSync(formerKeyFile(dataDir), { force: true })
  }
  replaceFile(adminKeyFile(dataDir), `${key}\n`)
  return key
}

const formerLine = (stored: string, until: Date) => `${stored} ${until.toISOString()}\n`

/** A key that is or was valid, as it is stored. */
export interface KeyHash {
  readonly hash: string
  /** Absent: for as long as it is not replaced. */
  readonly until?: Date
}

/** The key of the data folder and, while it is valid, the previous one. */
export function hashesOfFolder(dataDir: string, now: Date): readonly KeyHash[] {
  const current = readAdminKeyHash(dataDir)
  const [formerHash = '', untilText = ''] = readIfThere(formerKeyFile(dataDir))?.split(' ') ?? []
  const until = new Date(untilText)
  const isFormerGood = /^[0-9a-f]{64}$/.test(formerHash) && until > now
  return [...(current ? [{ hash: current }] : []), ...(isFormerGood ? [{ hash: formerHash, until }] : [])]
}

/** Compares with all of them in constant time. */
export function isOneOf(sent: string, accepted: readonly Pick<KeyHash, 'hash'>[]): boolean {
  const offered = digest(sent)
  return accepted.map(({ hash: stored }) => timingSafeEqual(offered, Buffer.from(stored, 'hex'))).includes(true)
}

/** The stored form: a fast hash is enough for 256 random bits. */
export const hashAdminKey = (key: string) => digest(key).toString('hex')

/** Hashes have equal lengths, as `timingSafeEqual` requires. */
const digest = (text: string) => hash('sha256', text, 'buffer')

function replaceFile(path: string, content: string): void {
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
