import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A password hashed by another product: bcrypt. It is replaced at the user's next login. */
export const isForeignHash = (passwordHash: string): boolean => passwordHash.startsWith('$2')

/** Counts the users of an application whose hash is foreign: as many unknown names take as long as theirs. */
export async function addForeignHashes(db: Kysely<Tables>, applicationId: number, users: number): Promise<void> {
  if (users === 0) return
  await db
    .updateTable('applications')
    .set({ foreign_hash_count: sql`foreign_hash_count + ${sql.lit(users)}` })
    .where('id', '=', applicationId)
    .execute()
}
