import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secrets.ts'
import { hashToken } from '../lib/tokens.ts'

/** What a passkey's answer is for: an answer to one purpose, or of one account, is worth nothing for another. */
export interface ChallengePurpose {
  readonly use: 'register' | 'sign-in' | 'second-factor' | 'prove'
  readonly accountId: number | null
}

export interface Challenge {
  /** By which it is remembered once it was used. */
  readonly hash: string
  readonly expiresAt: Date
}

export interface Challenges {
  make(purpose: ChallengePurpose): Uint8Array<ArrayBuffer>
  /** A challenge of this server for this purpose that has not expired, from the base64url that the browser signed. */
  read(text: string, purpose: ChallengePurpose): Challenge | undefined
}

const challengeTtlMs = 5 * 60 * 1000
const nonceBytes = 16
const timeBytes = 8
const headBytes = nonceBytes + timeBytes

/**
 * Challenges that carry their own proof: asking for one writes nothing, so that nobody fills the database by asking. A
 * used one is remembered until it has expired.
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
