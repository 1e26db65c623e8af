import type { SelectQueryBuilder } from 'kysely'

/** What a statement says: whether it found, changed or deleted a row, and how many there are. */

interface Query<T> {
  executeTakeFirst(): Promise<T>
}

export const findsRow = async (query: Query<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

export const updatesRow = async (query: Query<{ readonly numUpdatedRows: bigint }>): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows > 0n

export const deletesRow = async (query: Query<{ readonly numDeletedRows: bigint }>): Promise<boolean> =>
  (await query.executeTakeFirst()).numDeletedRows > 0n

/** `query` names no columns. */
export async function countRows<DB, T extends keyof DB>(query: SelectQueryBuilder<DB, T, object>): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number((row as { count: unknown }).count)
}
