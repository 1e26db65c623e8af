import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { Clock } from './clock.ts'

/** Whose id tokens are believed. */
export interface IdentityProvider {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
  /** Where the page sends e-mail and password; it answers with an `idToken`. */
  readonly signInUrl: string
}

/** Never taken from the token: a token that names its own algorithm could name none, or the public key as a password. */
const algorithms = ['RS256', 'ES256']
const freshSeconds = 5 * 60
/** The provider's clock and ours. */
const clockDifferenceSeconds = 60
/** A token with an unknown key makes us ask the provider, so not more often than this. */
const askAgainMs = 60_000

/** The provider can't be asked for its keys. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/** The verified e-mail of whoever signed in at the provider within five minutes; undefined for every other token. */
export type VerifyIdentity = (token: string) => Promise<string | undefined>

export function openIdentityVerifier({ issuer, audience, jwksUrl }: IdentityProvider, clock: Clock): VerifyIdentity {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: askAgainMs, timeoutDuration: 5_000 })
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        currentDate: clock.now(),
        clockTolerance: clockDifferenceSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      const { email, email_verified: isVerified, auth_time: authTime } = payload
      if (typeof email !== 'string' || isVerified !== true || typeof authTime !== 'number') return undefined
      const ageSeconds = Math.floor(clock.nowMs() / 1000) - authTime
      return ageSeconds <= freshSeconds && ageSeconds >= -clockDifferenceSeconds ? email : undefined
    } catch (error) {
      if (isAway(error)) throw new ProviderAway('The identity provider does not answer.', { cause: error })
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

/** An answer that is no key set, one that comes too late, or none at all. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  return error instanceof TypeError || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
}
