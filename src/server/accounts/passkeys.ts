import type { z } from 'zod'
import type { NewPasskeyResponse, PasskeyResponse } from '../../shared/contract/factor-fields.ts'
import { Problem } from '../http/problem.ts'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { NewPasskey, Passkey } from '../store/accounts/passkeys.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import { type Challenge, type ChallengePurpose, openChallenges } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { openWebauthn } from './webauthn.ts'

/** A verified passkey response. Consume it in the transaction of the action it authorizes. */
export interface CheckedPasskey {
  readonly passkey: Passkey
  readonly signCount: number
  readonly challenge: Challenge
}

interface PasskeyDeps {
  readonly stores: Stores
  readonly secrets: Secrets
  readonly clock: Clock
  /** A function, because the port is known only after listen(). */
  readonly findRelyingParty: () => RelyingParty | undefined
}

/** EdDSA, ES256 and RS256: the algorithms that authenticators support. */
const algorithms = [-8, -7, -257] as const

export type Passkeys = ReturnType<typeof openPasskeys>

/** Passkeys (WebAuthn): creates options for the browser and verifies its responses. */
export function openPasskeys({ stores, secrets, clock, findRelyingParty }: PasskeyDeps) {
  const challenges = openChallenges(secrets, clock)
  const webauthn = openWebauthn()
  const requireRelyingParty = () => {
    const found = findRelyingParty()
    if (!found) throw new Problem('passkeys_unavailable')
    return found
  }

  return {
    /** The host name that passkeys are bound to; null if passkeys are not possible. */
    host: () => findRelyingParty()?.host ?? null,

    async registrationOptions(account: Account) {
      const known = await stores.passkeys.list(account.id)
      return webauthn('registrationOptions', {
        rpName: 'Keywright',
        rpID: requireRelyingParty().host,
        userName: account.email,
        // Not the account ID: authenticators reveal the user handle to anyone who holds them.
        userID: new Uint8Array(Buffer.from(secrets.lookup('passkey-user', String(account.id)), 'base64url')),
        challenge: challenges.make({ use: 'register', accountId: account.id }),
        attestationType: 'none',
        supportedAlgorithmIDs: [...algorithms],
        excludeCredentials: known.map(credentialDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
    },

    /** Verifies a new passkey and its challenge. An invalid one is a bad request. */
    async checkRegistration(accountId: number, name: string, response: z.output<typeof NewPasskeyResponse>) {
      const { host, origins } = requireRelyingParty()
      const { transports = [], ...attestation } = response.response
      const signed = signedChallenge(response.response)
      const challenge = challenges.read(signed, { use: 'register', accountId })
      if (!challenge) throw new Problem('passkey_invalid')
      const verified = await webauthn('verifyRegistration', {
        response: { ...response, response: { ...attestation, transports }, clientExtensionResults: {} },
        expectedChallenge: signed,
        expectedOrigin: [...origins],
        expectedRPID: host,
        requireUserVerification: false,
        supportedAlgorithmIDs: [...algorithms],
      })
      if (!verified?.verified) throw new Problem('passkey_invalid')
      const { credential, credentialBackedUp } = verified.registrationInfo
      const passkey: NewPasskey = {
        accountId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        signCount: credential.counter,
        transports,
        name,
        isSynced: credentialBackedUp,
        createdAt: clock.now(),
      }
      return { passkey, challenge }
    },

    /** Options for any passkey of this server, or for those of one account. */
    async authenticationOptions(purpose: ChallengePurpose) {
      const known = purpose.accountId === null ? [] : await stores.passkeys.list(purpose.accountId)
      const options = await webauthn('authenticationOptions', {
        rpID: requireRelyingParty().host,
        challenge: challenges.make(purpose),
        allowCredentials: known.map(credentialDescriptor),
        userVerification: isPasswordless(purpose) ? 'required' : 'preferred',
      })
      return { ...options }
    },

    /** Undefined if the passkey is unknown or its response is not valid for this purpose. */
    async check(
      response: z.output<typeof PasskeyResponse>,
      purpose: ChallengePurpose,
    ): Promise<CheckedPasskey | undefined> {
      const { host, origins } = requireRelyingParty()
      const passkey = await stores.passkeys.findByCredential(response.id)
      if (!passkey || (purpose.accountId !== null && passkey.accountId !== purpose.accountId)) return undefined
      const signed = signedChallenge(response.response)
      const challenge = challenges.read(signed, purpose)
      if (!challenge) return undefined
      const verified = await webauthn('verifyAuthentication', {
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: signed,
        expectedOrigin: [...origins],
        expectedRPID: host,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.signCount,
        },
        requireUserVerification: isPasswordless(purpose),
      })
      if (!verified?.verified) return undefined
      return { passkey, signCount: verified.authenticationInfo.newCounter, challenge }
    },

    /** Consumes the response; false if it was used before, or the passkey was deleted. */
    async consume(tx: StoreSet, { passkey, signCount, challenge }: CheckedPasskey, now: Date): Promise<boolean> {
      const isFirst = await tx.passkeys.consumeChallenge(challenge.hash, challenge.expiresAt, now)
      return isFirst && tx.passkeys.recordUse(passkey.id, signCount, now)
    },
  }
}

/** Passwordless sign-in requires user verification (fingerprint or PIN). */
const isPasswordless = ({ use }: ChallengePurpose) => use === 'sign-in'

const credentialDescriptor = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: [...transports],
})

/** The challenge that the browser signed, in base64url; empty if there is none. */
function signedChallenge({ clientDataJSON }: { readonly clientDataJSON: string }): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const isObject = typeof data === 'object' && data !== null
    return isObject && 'challenge' in data && typeof data.challenge === 'string' ? data.challenge : ''
  } catch {
    return ''
  }
}
