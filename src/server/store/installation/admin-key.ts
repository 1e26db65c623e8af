import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { KeyHash } from '../../lib/admin-key.ts'

const current = 'admin_key'
/** The previous key: its hash and until when it is valid, in milliseconds. */
const former = 'admin_key_former'

const formerValue = ({ hash, until }: KeyHash) => `${hash} ${until?.getTime()}`

/** Keys as rows of `installation`. */
export const adminKeyRows = (keys: readonly KeyHash[]) =>
  keys.map((key) => (key.until ? { name: former, value: formerValue(key) } : { name: current, value: key.hash }))

/** The keys of such rows, the current one first. */
export const adminKeysOf = (rows: readonly { readonly name: string; readonly value: string }[]): readonly KeyHash[] =>
  rows
    .toSorted((one, other) => one.name.length - other.name.length)
    .map(({ value }) => value.split(' '))
    .map(([hash = '', untilMs]) => ({ hash, ...(untilMs && { until: new Date(Number(untilMs)) }) }))

/** The admin key that all servers on one PostgreSQL share, as a hash. */
export function adminKeyStore(db: Kysely<Tables>) {
  const put = (name: string, value: string) =>
    db
      .insertInto('installation')
      .values({ name, value })
      .onConflict((clash) => clash.column('name').doUpdateSet({ value }))
      .execute()

  const putFormer = async (key: KeyHash | undefined) => {
    if (key?.until) await put(former, formerValue(key))
    else await db.deleteFrom('installation').where('name', '=', former).execute()
  }

  return {
    /** Stores the key unless there is one: of two nodes the first wins. True if it is stored now. */
    claim: async (hash: string): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('installation')
        .values({ name: current, value: hash })
        .onConflict((clash) => clash.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** The key and, while it is valid, the previous one; none before the first start. */
    hashes: async (now: Date): Promise<readonly KeyHash[]> => {
      const rows = await db.selectFrom('installation').selectAll().where('name', 'in', [current, former]).execute()
      return adminKeysOf(rows).filter(({ until }) => until === undefined || until > now)
    },

    putFormer,

    /** Replaces the key. The old one stays valid until the given time; without one it ends now. False if there is none. */
    replace: async (hash: string, formerUntil?: Date): Promise<boolean> => {
      const known = await db
        .selectFrom('installation')
        .select('value')
        .where('name', '=', current)
        .forUpdate()
        .executeTakeFirst()
      if (!known) return false
      await putFormer(formerUntil && { hash: known.value, until: formerUntil })
      await put(current, hash)
      return true
    },
  }
}
