import * as errors from 'jose/errors'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import type { Clock } from './clock.ts'

/** The identity provider whose ID tokens are trusted. */
export interface IdentityProvider {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
  /** Where the page sends email and password; the response contains an `idToken`. */
  readonly signInUrl: string
}

/** Never taken from the token: it could name `none`, or HMAC with the public key as the secret. */
const algorithms = ['RS256', 'ES256']
const freshSeconds = 5 * 60
/** Allowed clock difference to the provider. */
const clockDifferenceSeconds = 60
/** An unknown key ID triggers a fetch of the key set, at most this often. */
const askAgainMs = 60_000

/** The key set of the provider can't be fetched. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/** The verified email of a sign-in at the provider within the last 5 minutes; undefined for every other token. */
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

/** Invalid key set, timeout, or no response. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  return error instanceof TypeError || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
}
