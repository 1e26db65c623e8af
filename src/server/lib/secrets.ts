import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
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
import { StartError } from './start-error.ts'

export interface Secrets {
  /** Identifies the master key without revealing it; each encrypted text names its key. */
  readonly keyId: string
  /** A keyed hash (HMAC) to look up a secret. Different purposes give different hashes. */
  lookup(purpose: string, text: string): string
  /** Encrypts a text for one place, named by `aad`, such as `app:1:apikey`. */
  seal(aad: string, text: string): string
  /** Decrypts it; throws when it was encrypted for another place or with another key, or was modified. */
  open(aad: string, sealed: string): string
  /** A key of its own for one use outside the database. */
  deriveKey(use: 'backup'): Buffer
}

interface SecretOptions {
  /** The master key from the environment; absent: the file in the data folder. */
  masterKey?: string | undefined
  /** Whether a missing file is created; by default, when the data folder has no database yet. */
  isFirstStart?: boolean | undefined
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Derives the keys that protect secrets in the database. The master key stays outside of it, so a stolen database or
 * backup reveals no secret.
 */
export function openSecrets(dataDir: string, options: SecretOptions = {}): Secrets {
  const masterKey = readOrCreateMasterKey(dataDir, options)
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `keywright ${use} 1`, bytes))
  // Key objects: with the bytes of a key, node:crypto takes over ten times as long to begin a cipher or a hash.
  const lookupKey = createSecretKey(derive('lookup', 32))
  const sealKey = createSecretKey(derive('seal', 32))
  const keyId = derive('id', 4).toString('hex')
  const header = `1.${keyId}.`

  return {
    keyId,
    deriveKey: (use) => derive(use, 32),
    lookup: (purpose, text) => createHmac('sha256', lookupKey).update(`${purpose}\0${text}`).digest('base64url'),
    seal(aad, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(header + aad))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return header + sealed.toString('base64url')
    },
    open(aad, sealed) {
      if (!sealed.startsWith(header)) throw new Error(`A secret was sealed with another master key than ${keyId}.`)
      const bytes = Buffer.from(sealed.slice(header.length), 'base64url')
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(header + aad)).setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

const minLength = 32

interface MasterKeyOptions {
  masterKey?: string | undefined
  isFirstStart?: boolean | undefined
}

/** The given master key, else the one of the data folder, created on first start. */
function readOrCreateMasterKey(dataDir: string, { masterKey, isFirstStart }: MasterKeyOptions): string {
  if (masterKey !== undefined) return checkLength(masterKey, 'The given master key')
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    const mayMake = isFirstStart ?? !existsSync(join(dataDir, 'keywright.db'))
    if (!mayMake) throw new StartError(missing(file))
    makeFile(dataDir, file)
  }
  assertPrivate(file)
  return checkLength(readFileSync(file, 'utf8'), file)
}

const missing = (file: string) =>
  `The master key ${file} is missing, but there is a database already: its API keys and license keys cannot be read ` +
  'without it. Put the file back from its backup, or set MASTER_KEY.'

function checkLength(text: string, where: string): string {
  const key = text.trim()
  if (key.length < minLength) throw new StartError(`${where} must be at least ${minLength} characters long.`)
  return key
}

/** Creates the file atomically; of two concurrent starts the first key stays. */
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

/** Makes the directory entry durable too (fsync). Windows has no such call. */
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
  throw new StartError(`${file} may be read or changed by others (mode ${found}). Run: chmod 600 ${file}`)
}
