import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomToken } from './tokens.ts'

/** The key of the admin panel in the data folder; where `ADMIN_KEY` is set, the file is not asked. */
const adminKeyFile = (dataDir: string) => join(dataDir, 'admin.key')

/** Undefined before the first start. */
export function readAdminKey(dataDir: string): string | undefined {
  try {
    return readFileSync(adminKeyFile(dataDir), 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
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

/** Puts a new key in the place of the old one, which is never half written. */
export function rotateAdminKey(dataDir: string): string {
  const key = randomToken()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${adminKeyFile(dataDir)}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, adminKeyFile(dataDir))
  return key
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
