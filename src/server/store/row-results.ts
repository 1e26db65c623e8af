/** What a statement of one row says: whether it found, changed or deleted any. */

interface Query<T> {
  executeTakeFirst(): Promise<T>
}

export const findsRow = async (query: Query<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

export const updatesRow = async (query: Query<{ readonly numUpdatedRows: bigint }>): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows > 0n

export const deletesRow = async (query: Query<{ readonly numDeletedRows: bigint }>): Promise<boolean> =>
  (await query.executeTakeFirst()).numDeletedRows > 0n
