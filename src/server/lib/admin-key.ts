import { hash, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomToken } from './tokens.ts'

/** The key of the admin panel in the data folder; where `ADMIN_KEY` is set, the file is not asked. */
const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key')

/** The hash of the key before, and until when it still opens the panel. */
const formerKeyFile = (dataDir: string) => join(dataDir, 'admin.key.former')

/** Undefined before the first start. */
export function readAdminKey(dataDir: string): string | undefined {
  return readIfThere(adminKeyFile(dataDir))
}

/** Makes the key unless there is one; returns it only then, since it is to be printed once. */
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
 * Puts a new key in the place of the old one, which is accepted until the given time; without one it ends now. Neither
 * file is ever half written, and a running server reads both at each use.
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

/** Whether this is the admin key: the configured one, else that of the data folder or, for its time, the one before. */
export function isAdminKey(sent: string, { adminKey, dataDir }: AdminKeyPlace, now: Date): boolean {
  const offered = digest(sent)
  const accepted = adminKey === undefined ? keysOfFolder(dataDir, now) : [digest(adminKey)]
  // All are compared, so that the time does not tell which one it was.
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

/** Of equal length for every text, as the comparison needs it. */
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
