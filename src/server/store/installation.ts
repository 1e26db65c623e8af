import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Facts about this installation as a whole, by name. */
export function installationStore(db: Kysely<Tables>) {
  return {
    /** Writes the value unless there is one already, and returns the one that stands: of two nodes the first decides. */
    async claim(name: 'master_key_id', value: string): Promise<string> {
      await db
        .insertInto('installation')
        .values({ name, value })
        .onConflict((clash) => clash.doNothing())
        .execute()
      const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow()
      return row.value
    },
  }
}
