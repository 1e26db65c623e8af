import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyMask, licenseKeyShown } from '../../shared/constants.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Crockford's: no I, L, O, U, so that a key read aloud or off paper is typed right. */
const unambiguous = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A secret of so many random bytes, for cookies and links. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** How a random token is stored. Fast on purpose: there is nothing to guess in a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** 256 random bits with a checksum, by which a mistyped key is known without asking the database. */
export function newApiKey(): string {
  const secret = randomText(base62, 43)
  return `ak_${secret}${checksum(secret)}`
}

/** Whether a text could be an API key: its form and its checksum. */
export function isApiKey(text: string): boolean {
  return /^ak_[0-9A-Za-z]{49}$/.test(text) && text.slice(46) === checksum(text.slice(3, 46))
}

/** As an API key, for programs that call the dashboard API. */
export function newManagementToken(): string {
  const secret = randomText(base62, 43)
  return `kwt_${secret}${checksum(secret)}`
}

/** Whether a text could be a management token: its form and its checksum. */
export function isManagementToken(text: string): boolean {
  return /^kwt_[0-9A-Za-z]{49}$/.test(text) && text.slice(47) === checksum(text.slice(4, 47))
}

/** A code on paper for who has lost the authenticator: 50 random bits, in two groups. */
export function newRecoveryCode(): string {
  return `${randomText(unambiguous, 5)}-${randomText(unambiguous, 5)}`
}

/** 100 random bits, in groups. */
export function newLicenseKey(): string {
  const group = () => randomText(unambiguous, 5)
  return `KW-${group()}-${group()}-${group()}-${group()}`
}

/** A key of a mask: each `*` becomes a random character. */
export function newMaskedKey(mask: string): string {
  const random = randomText(unambiguous, mask.length)
  return mask.replaceAll(/\*/g, (_star, at: number) => random.charAt(at))
}

/** An API key as it may be shown: its first 12 characters, 20 bullets, its last 8. */
export function maskedApiKey(apiKey: string): string {
  const { head, bullets, tail } = apiKeyMask
  return apiKey.slice(0, head) + '•'.repeat(bullets) + apiKey.slice(-tail)
}

/** A license key as it may be shown to who may only look: never more than half of it, as a maker's own may be short. */
export function maskedLicenseKey(licenseKey: string): string {
  const shown = Math.min(licenseKeyShown, Math.floor(licenseKey.length / 2))
  return licenseKey.slice(0, shown) + '•'.repeat(8)
}

/** A client's session token in the form that clients make for themselves too. */
export function newSessionToken(now: Date): string {
  return `sess_${randomBytes(16).toString('hex')}_${Math.floor(now.getTime() / 1000)}`
}

/** An end-user's id: positive, fits 31 bits, and says nothing about any other user's. */
export function randomUserId(): number {
  return randomInt(1, 2 ** 31)
}

/** Each letter with the same chance: bytes that would favor the first letters are thrown away. */
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

/** Whether both texts are the same, after a time that tells nothing of where they differ. */
export function equalsConstantTime(sent: string, right: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
