import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000
/** Phone clocks drift: the previous and the next code are accepted too. */
const window = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Keywright', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** A secret for an authenticator app: 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * The time step that a code belongs to; undefined if the code is wrong. The caller must store the step to prevent
 * replay.
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  // The library compares byte lengths with string lengths, and throws if they differ.
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window })
  return delta === null ? undefined : Math.floor(nowMs / periodMs) + delta
}
