import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secrets.ts'
import { hashToken } from '../lib/tokens.ts'

/** What a challenge is issued for: a response is only valid for the same purpose and account. */
export interface ChallengePurpose {
  readonly use: 'register' | 'sign-in' | 'second-factor' | 'prove'
  readonly accountId: number | null
}

export interface Challenge {
  /** The key under which a used challenge is stored. */
  readonly hash: string
  readonly expiresAt: Date
}

export interface Challenges {
  make(purpose: ChallengePurpose): Uint8Array<ArrayBuffer>
  /** Returns this server's unexpired challenge for this purpose, from the base64url that the browser signed. */
  read(text: string, purpose: ChallengePurpose): Challenge | undefined
}

const challengeTtlMs = 5 * 60 * 1000
const nonceBytes = 16
const timeBytes = 8
const headBytes = nonceBytes + timeBytes

/**
 * Stateless challenges, authenticated by an HMAC: creating one writes nothing, so requests cannot fill the database.
 * Used ones are stored until they expire.
 */
export function openChallenges(secrets: Secrets, clock: Clock): Challenges {
  const macOf = (head: Buffer, { use, accountId }: ChallengePurpose) =>
    Buffer.from(secrets.lookup('passkey-challenge', `${use}:${accountId}:${head.toString('hex')}`), 'base64url')
  return {
    make(purpose) {
      const head = Buffer.alloc(headBytes)
      randomBytes(nonceBytes).copy(head)
      head.writeBigUInt64BE(BigInt(clock.nowMs() + challengeTtlMs), nonceBytes)
      return new Uint8Array(Buffer.concat([head, macOf(head, purpose)]))
    },
    read(text, purpose) {
      const bytes = Buffer.from(text, 'base64url')
      const head = bytes.subarray(0, headBytes)
      if (head.length < headBytes) return undefined
      const proof = bytes.subarray(headBytes)
      const expected = macOf(head, purpose)
      if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) return undefined
      const expiresAt = new Date(Number(head.readBigUInt64BE(nonceBytes)))
      return expiresAt.getTime() > clock.nowMs() ? { hash: hashToken(text), expiresAt } : undefined
    },
  }
}
