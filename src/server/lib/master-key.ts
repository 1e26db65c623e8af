import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const minLength = 32

interface MasterKeyOptions {
  masterKey?: string | undefined
  isFirstStart?: boolean | undefined
}

/** The master key as given, else from the file in the data folder, which the first start makes. */
export function readOrMakeMasterKey(dataDir: string, { masterKey, isFirstStart }: MasterKeyOptions): string {
  if (masterKey !== undefined) return checked(masterKey, 'The given master key')
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    const mayMake = isFirstStart ?? !existsSync(join(dataDir, 'keywright.db'))
    if (!mayMake) throw new Error(missing(file))
    makeFile(dataDir, file)
  }
  assertPrivate(file)
  return checked(readFileSync(file, 'utf8'), file)
}

const missing = (file: string) =>
  `The master key ${file} is missing, but there is a database already: its API keys and license keys cannot be read ` +
  'without it. Put the file back from its backup, or set MASTER_KEY.'

function checked(text: string, where: string): string {
  const key = text.trim()
  if (key.length < minLength) throw new Error(`${where} must be at least ${minLength} characters long.`)
  return key
}

/** The file appears complete or not at all, and of two starts at once the first one's key stays. */
function makeFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(handle)
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    closeSync(handle)
    rmSync(draft)
  }
  syncFolder(dataDir)
}

/** Makes the file's name durable too. Windows knows no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function assertPrivate(file: string): void {
  const { mode } = statSync(file)
  if (process.platform === 'win32' || (mode & 0o177) === 0) return
  const found = (mode & 0o777).toString(8).padStart(4, '0')
  throw new Error(`${file} may be read or changed by others (mode ${found}). Run: chmod 600 ${file}`)
}
