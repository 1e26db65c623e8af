import type { HashKind } from '../../../lib/passwords/password-hash.ts'
import type { HashCount } from '../../../store/users/hash-counts.ts'

interface HashShare {
  readonly hashCounts: readonly HashCount[]
  readonly userCount: number
}

/**
 * Which hash a name that nobody has is made to cost; undefined: one of today. Imported users cost another product's hash
 * until their next login; as large a share of all other names costs the same, kind by kind, so that time does not tell
 * which names are taken. `chance` is a number from 0 to 1 that belongs to the name for good.
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
