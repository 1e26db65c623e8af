import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readOrMakeMasterKey } from './master-key.ts'

export interface Secrets {
  /** Which master key this is, without telling it; each sealed text names the key it was sealed with. */
  readonly keyId: string
  /** The keyed hash by which a secret is found again. The same text gives another one for another purpose. */
  lookup(purpose: string, text: string): string
  /** Encrypts a text for one place (`aad` names it, such as `app:1:apikey`). */
  seal(aad: string, text: string): string
  /** Decrypts it; throws when it was sealed for another place, with another key, or was changed. */
  open(aad: string, sealed: string): string
}

interface SecretOptions {
  /** The master key itself, from the environment; absent: the file in the data folder. */
  masterKey?: string | undefined
  /** Whether a missing file may be made; unless said otherwise, when the data folder holds no database yet. */
  isFirstStart?: boolean | undefined
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Derives the keys under which secrets lie in the database. The master key is kept outside of it: whoever gets hold of
 * a database or its backup gets no key out of it.
 */
export function openSecrets(dataDir: string, options: SecretOptions = {}): Secrets {
  const masterKey = readOrMakeMasterKey(dataDir, options)
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `keywright ${use} 1`, bytes))
  const lookupKey = derive('lookup', 32)
  const sealKey = derive('seal', 32)
  const keyId = derive('id', 4).toString('hex')
  const header = `1.${keyId}.`

  return {
    keyId,
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
