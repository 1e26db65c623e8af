import { hash, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomToken } from './tokens.ts'

/** Path of the admin key in the data folder; not read where `ADMIN_KEY` is set. */
const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key')

/** Path of the hash of the previous key, with the time until which it is valid. */
const formerKeyFile = (dataDir: string) => join(dataDir, 'admin.key.former')

/** Undefined before the first start. */
export function readAdminKey(dataDir: string): string | undefined {
  return readIfThere(adminKeyFile(dataDir))
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
  const former = readAdminKey(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (former !== undefined && formerUntil) {
    replaceFile(formerKeyFile(dataDir), `${digest(former).toString('hex')} ${formerUntil.toISOString()}\n`)
  } else {
    rmSync(formerKeyFile(dataDir), { force: true })
  }
  replaceFile(adminKeyFile(dataDir), `${key}\n`)
  return key
}

/**
 * Whether this is the admin key: the configured one, else the key of the data folder or, while it is valid, the
 * previous one.
 */
export function isAdminKey(sent: string, { adminKey, dataDir }: AdminKeyPlace, now: Date): boolean {
  const offered = digest(sent)
  const accepted = adminKey === undefined ? keysOfFolder(dataDir, now) : [digest(adminKey)]
  // Compares with all of them in constant time.
  return accepted.map((key) => timingSafeEqual(offered, key)).includes(true)
}

export interface AdminKeyPlace {
  readonly adminKey: string | undefined
  readonly dataDir: string
}

function keysOfFolder(dataDir: string, now: Date): Buffer[] {
  const key = readAdminKey(dataDir)
  const [formerHash = '', until = ''] = readIfThere(formerKeyFile(dataDir))?.split(' ') ?? []
  const isFormerGood = /^[0-9a-f]{64}$/.test(formerHash) && Date.parse(until) > now.getTime()
  return [...(key ? [digest(key)] : []), ...(isFormerGood ? [Buffer.from(formerHash, 'hex')] : [])]
}

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
