import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000
/** Clocks of phones go wrong by some seconds: the code before and the code after count too. */
const window = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Keywright', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** A secret for an authenticator app: 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code says. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * The step of time that a code belongs to; undefined when it is wrong. Whoever accepts it stores the step, so that no
 * code counts twice.
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  // The library compares as many bytes as letters, and throws where those differ.
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window })
  return delta === null ? undefined : Math.floor(nowMs / periodMs) + delta
}
