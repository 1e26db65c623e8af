import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { licenseKeyShown } from '../../shared/constants.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Crockford's alphabet: without I, L, O and U, so that a key can be read aloud or typed from paper. */
const unambiguous = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random token for cookies and links. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The stored form of a random token. A fast hash is enough: a token of this entropy can't be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** 256 random bits with a checksum that detects typing errors without a database read. */
export function newApiKey(): string {
  const secret = randomText(base62, 43)
  return `ak_${secret}${checksum(secret)}`
}

/** Whether a text has the format and checksum of an API key. */
export function isApiKey(text: string): boolean {
  return /^ak_[0-9A-Za-z]{49}$/.test(text) && text.slice(46) === checksum(text.slice(3, 46))
}

/** The same for scripts that call the dashboard API. */
export function newManagementToken(): string {
  const secret = randomText(base62, 43)
  return `kwt_${secret}${checksum(secret)}`
}

/** Whether a text has the format and checksum of a management token. */
export function isManagementToken(text: string): boolean {
  return /^kwt_[0-9A-Za-z]{49}$/.test(text) && text.slice(47) === checksum(text.slice(4, 47))
}

/** A recovery code for the second factor: 50 random bits, in two groups. */
export function newRecoveryCode(): string {
  return `${randomText(unambiguous, 5)}-${randomText(unambiguous, 5)}`
}

/** 100 random bits, in groups. */
export function newLicenseKey(): string {
  const group = () => randomText(unambiguous, 5)
  return `KW-${group()}-${group()}-${group()}-${group()}`
}

/** A license key by a pattern: each `*` becomes a random character. */
export function newMaskedKey(mask: string): string {
  const random = randomText(unambiguous, mask.length)
  return mask.replaceAll(/\*/g, (_star, at: number) => random.charAt(at))
}

/** Masking of license keys for read-only access: shows at most half of the key, since custom keys may be short. */
export function maskedLicenseKey(licenseKey: string): string {
  const shown = Math.min(licenseKeyShown, Math.floor(licenseKey.length / 2))
  return licenseKey.slice(0, shown) + '•'.repeat(8)
}

/** A session token in the format that clients also generate themselves. */
export function newSessionToken(now: Date): string {
  return `sess_${randomBytes(16).toString('hex')}_${Math.floor(now.getTime() / 1000)}`
}

/** A random user ID: positive, 31 bits, and no hint of other IDs. */
export function randomUserId(): number {
  return randomInt(1, 2 ** 31)
}

/** Uniform: rejects bytes that would favor the first letters of the alphabet. */
function randomText(alphabet: string, length: number): string {
  const bound = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length))
      if (byte < bound) text += alphabet.charAt(byte % alphabet.length)
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place += 1) {
    digits = base62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Compares two texts in constant time. */
export function equalsConstantTime(sent: string, right: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
