import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type HashKind, kindOf, ownKind } from '../../lib/passwords/password-hash.ts'

/** How many users of an application have a password hash of an outdated kind. */
export interface HashCount {
  readonly kind: HashKind
  readonly users: number
}

/**
 * The outdated kinds of an application's password hashes: a login with an unknown name takes as long as one of them.
 */
export function hashCountStore(db: Kysely<Tables>) {
  return {
    of: (applicationId: number): Promise<HashCount[]> =>
      db
        .selectFrom('hash_counts')
        .select(['kind', 'users'])
        .where('application_id', '=', applicationId)
        .where('users', '>', 0)
        .orderBy('kind')
        .execute(),
  }
}

/** Hashes that were removed and added. */
interface HashChange {
  readonly removed?: readonly string[]
  readonly added?: readonly string[]
}

/**
 * Counts hashes by kind, in the transaction that changes them and after the change: each hash is then counted by the
 * change that replaced it, also with two at once. Rows are locked in the order of the kinds, everywhere.
 */
export async function countHashes(db: Kysely<Tables>, applicationId: number, change: HashChange): Promise<void> {
  const counts = new Map<HashKind, number>()
  const count = (stored: string, by: 1 | -1) => {
    const kind = kindOf(stored)
    if (kind !== undefined && kind !== ownKind) counts.set(kind, (counts.get(kind) ?? 0) + by)
  }
  for (const stored of change.removed ?? []) count(stored, -1)
  for (const stored of change.added ?? []) count(stored, 1)
  const changed = [...counts].filter(([, users]) => users !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [kind, users] of changed) {
    await db
      .insertInto('hash_counts')
      .values({ application_id: applicationId, kind, users })
      .onConflict((conflict) =>
        conflict.columns(['application_id', 'kind']).doUpdateSet({ users: sql`hash_counts.users + ${sql.lit(users)}` }),
      )
      .execute()
  }
}
