import type { HashKind } from '../../../lib/passwords/password-hash.ts'
import type { HashCount } from '../../../store/users/hash-counts.ts'

interface HashShare {
  readonly hashCounts: readonly HashCount[]
  readonly userCount: number
}

/**
 * The kind of dummy hash for an unknown username; undefined means the current kind. Imported users have slower hashes
 * until their next login. The same share of unknown usernames gets such a dummy, so response time does not reveal which
 * usernames exist (user enumeration). `chance` is a stable pseudo-random number from 0 to 1 per username.
 */
export function dummyHashKind({ hashCounts, userCount }: HashShare, chance: () => number): HashKind | undefined {
  if (hashCounts.length === 0) return undefined
  let place = chance() * userCount
  for (const { kind, users } of hashCounts) {
    if (place < users) return kind
    place -= users
  }
  return undefined
}
