import type { Bindable, PostgresDatabase } from '../../db/open.ts'
import type { Values } from './hot-store.ts'
import { createQueryBatcher } from './query-batcher.ts'

const maxBatch = 256
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, maxBatch]

/** Reads of users and of sessions: half of the connections stay for changes, however late the reads are. */
const hotReads = 2

/**
 * A read by key; those made while a round trip is in flight share the next one. Columns of the key: name to type; the
 * read compares them as those of a row `q`. Returns the row that is found, after its position in the batch.
 *
 * Each size of a batch has its own statement, whose plan PostgreSQL keeps: one with arrays it plans anew each time, as it
 * doesn't know how long they will be, and that takes it seven times as long as reading a user. With LIMIT a read always
 * goes by index; a join may read all users if it was planned when they were few.
 */
export function batchedRead(
  database: PostgresDatabase,
  name: string,
  columns: Readonly<Record<string, string>>,
  read: string,
): (key: readonly Bindable[]) => Promise<Values | undefined> {
  const types = Object.values(columns)
  const keyColumns = Object.keys(columns).join(', ')
  const statements = batchSizes.map((size) => {
    const rows = Array.from({ length: size }, (_, row) => {
      const keyPlaces = types.map((type, column) => `$${row * types.length + column + 1}::${type}`)
      return `(${row + 1}, ${keyPlaces.join(', ')})`
    })
    const keyRows = rows.join(', ')
    const text = `SELECT q.ordinal, found.* FROM (VALUES ${keyRows}) AS q(ordinal, ${keyColumns})
      CROSS JOIN LATERAL (${read} LIMIT 1) AS found`
    return { name: `${name}-${size}`, text, values: size * types.length }
  })
  return createQueryBatcher(
    async (keys) => {
      const values = keys.flat()
      const statement = statements.find((each) => each.values >= values.length)
      if (!statement) throw new Error(`A batch of ${keys.length} reads is too large.`)
      // nulls find nothing
      const nulls = new Array<null>(statement.values - values.length).fill(null)
      const found = new Array<Values | undefined>(keys.length).fill(undefined)
      const rows = await database.query(statement.name, statement.text, [...values, ...nulls])
      for (const row of rows) found[Number(row[0]) - 1] = row
      return found
    },
    { maxBatch, maxInFlight: Math.max(1, Math.floor(database.hotConnections / hotReads / 2)) },
  )
}
