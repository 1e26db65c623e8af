import { hash } from 'node:crypto'

/** What an offline lease says. */
export interface LeaseFacts {
  /** Where the server is reached (`PUBLIC_URL`). */
  readonly issuer: string
  readonly applicationId: number
  readonly userId: number
  readonly keyId: string
  /** Unique name of this lease. */
  readonly leaseId: string
  readonly hwid: string
  /** The user's license, if there is one. */
  readonly licenseKey: string | undefined
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * The part of a lease that is signed: a JWT's header and claims. Members stand in this order and no others come, so that
 * clients compare them as text and need no JWT library. No user name, device or license key is in it in clear.
 */
export function leaseText(facts: LeaseFacts): string {
  const { issuer, applicationId, userId, keyId, leaseId, hwid, licenseKey, nowMs, expiresAtMs } = facts
  const hashed = (text: string) => hash('sha256', `app_${applicationId}|${text}`, 'base64url')
  const issuedAt = seconds(nowMs)
  const claims = {
    iss: issuer,
    aud: `app:${applicationId}`,
    sub: String(userId),
    jti: leaseId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: seconds(expiresAtMs),
    hwid: hashed(hwid),
    ...(licenseKey !== undefined && { lic: hashed(licenseKey) }),
    ver: 1,
  }
  return `${part({ alg: 'RS256', typ: 'lic+jwt', kid: keyId })}.${part(claims)}`
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
