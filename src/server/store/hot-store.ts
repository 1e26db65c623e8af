import type { Audience } from './message.ts'
import type { NewActivity } from './new-activity.ts'

/** What decides whether an end-user may go on, in one read. Times in milliseconds: this is the hot path. */
export interface AccessFacts {
  readonly id: number
  readonly usernameKey: string
  readonly emailKey: string | null
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly hwid: string | null
  readonly hwidKey: string | null
  readonly isHwidLocked: boolean
  readonly expiresAtMs: number | null
  readonly license: { readonly isActive: boolean; readonly expiresAtMs: number | null } | null
}

/** What signing in needs beside that. */
export interface UserFacts extends AccessFacts {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  readonly lastLoginAtMs: number | null
  readonly lastLoginIp: string | null
  /** Logins of the last minute, as `client-api/recent-logins.ts` writes them. */
  readonly recentLogins: string | null
}

/** A client's session with its user; `user` is null once the user was deleted. */
export interface SessionFacts {
  readonly id: number
  readonly userId: number
  readonly hwid: string | null
  readonly lastSeenAtMs: number
  readonly endedAtMs: number | null
  readonly endReason: string | null
  /** When it was proved by a login of the same user, address and device; null: never. */
  readonly provedAtMs: number | null
  readonly user: AccessFacts | null
}

interface LoginNote {
  readonly userId: number
  /** The user's logins of the last minute as they were read, and with this one. */
  readonly recentLogins: { readonly seen: string | null; readonly all: string; readonly own: string }
  readonly entry: NewActivity
  /** The webhooks that hear of it, if there are any. */
  readonly audience: Audience | undefined
}

type Maybe<T> = T | undefined | Promise<T | undefined>

/**
 * The reads behind every public call. Nothing of them is cached: a ban, pause, expiry or delete is felt at the next
 * call on every node. On SQLite they answer at once, on PostgreSQL in batches of one round trip.
 */
export interface HotStore {
  userByName(applicationId: number, usernameKey: string): Maybe<UserFacts>
  userById(applicationId: number, userId: number): Maybe<UserFacts>
  sessionByToken(applicationId: number, tokenHash: string): Maybe<SessionFacts>
  /** Runs synchronous work; where the engine can, its reads share what each would pay alone. */
  inOneRead(work: () => void): void
  /** Notes a successful login with its activity row and who is to hear of it, all or nothing; resolves when it is durable. */
  recordLogin(login: LoginNote): Promise<void>
  /** Moves "last seen" of live sessions forward, id → time in milliseconds; never back. Small slices, one at a time. */
  markSeen(seen: ReadonlyMap<number, number>): Promise<void>
}

/**
 * Where another login was written since they were read, this one goes before those that stand there. Eight of them have room,
 * of 25 letters each.
 */
export const recentLoginsLength = 8 * 26 - 1

/** Sessions per statement or transaction of `markSeen`: a slice holds up nobody for more than a few milliseconds. */
export const markSeenSlice = 1000
