/** What the hardware lock looks at. */
export interface HwidFacts {
  /** The application's switch. */
  readonly isChecked: boolean
  /** Whether this user is locked at all. */
  readonly isLocked: boolean
  readonly boundHwid: string | null
  /** As sent; absent when the client sent none. */
  readonly sentHwid: string | undefined
  /** Empty, all zeros and the like: they name no machine. */
  readonly isWorthless: boolean
}

/**
 * Decides for a login, the only call beside a registration that binds: `ok` lets in, `bind` lets in and binds the sent
 * id, `mismatch` refuses. Compared exactly, never in part.
 */
export function decideHwid(facts: HwidFacts): 'ok' | 'bind' | 'mismatch' {
  if (!facts.isChecked || !facts.isLocked) return 'ok'
  if (facts.sentHwid === undefined) return 'mismatch'
  if (facts.boundHwid !== null) return facts.sentHwid === facts.boundHwid ? 'ok' : 'mismatch'
  return facts.isWorthless ? 'mismatch' : 'bind'
}

interface LockedUser {
  readonly isHwidLocked: boolean
  readonly hwid: string | null
}

/** Whether the application's switch and the user's own lock are both on. */
export function isLockOn(application: { readonly hwidLockEnabled: boolean }, user: LockedUser): boolean {
  return application.hwidLockEnabled && user.isHwidLocked
}

/**
 * What the lock says of the machine that a session, or a call after the login, names: `allowed`, `other` than the bound
 * one, or `unbound` where no login has bound any yet. Binds nothing; who names no machine passes, as specified.
 */
export function namedMachine(
  application: { readonly hwidLockEnabled: boolean },
  user: LockedUser,
  hwid: string | null | undefined,
): 'allowed' | 'other' | 'unbound' {
  if (hwid == null || hwid === user.hwid || !isLockOn(application, user)) return 'allowed'
  return user.hwid === null ? 'unbound' : 'other'
}
