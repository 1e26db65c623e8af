import type { Features } from '../../../../shared/contract/features.ts'
import { hashedFor, part, seconds } from './lease.ts'

/** The contents of an offline file. */
export interface OfflineFileFacts {
  readonly keyId: string
  readonly applicationId: number
  readonly userId: number
  readonly fileId: string
  readonly hwid: string
  /** From the request that it answers: a program takes no other file. */
  readonly nonce: string
  readonly features: Features
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * A file as text: a JWT (RS256) in lines, between a first and a last one. The order of its members is fixed and none is
 * added, so clients can compare text without a JWT library.
 */
export function offlineFile(facts: OfflineFileFacts, sign: (text: string) => Buffer): string {
  const { keyId, applicationId, userId, fileId, hwid, nonce, features, nowMs, expiresAtMs } = facts
  const issuedAt = seconds(nowMs)
  const claims = {
    aud: `app:${applicationId}`,
    sub: String(userId),
    jti: fileId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: seconds(expiresAtMs),
    hwid: hashedFor(applicationId, hwid),
    nonce,
    feat: part(features),
    ver: 1,
  }
  const signed = `${part({ alg: 'RS256', typ: 'offline+jwt', kid: keyId })}.${part(claims)}`
  const text = `${signed}.${sign(signed).toString('base64url')}`
  const lines = text.match(/.{1,64}/g) ?? []
  return ['-----BEGIN KEYWRIGHT OFFLINE LICENSE-----', ...lines, '-----END KEYWRIGHT OFFLINE LICENSE-----', ''].join(
    '\n',
  )
}
