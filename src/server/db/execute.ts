import type { DatabaseSync } from 'node:sqlite'
import { assertBindable } from './bindable.ts'
import { sqliteError } from './sqlite-errors.ts'
import type { Execute } from './sqlite-kysely.ts'
import { createStatementCache } from './statement-cache.ts'

/** Runs compiled queries on a connection, each text prepared once. */
export function createExecute(db: DatabaseSync): Execute {
  const prepare = createStatementCache(db)
  return async ({ sql, parameters }) => {
    assertBindable(parameters)
    try {
      const { statement, isReader } = prepare(sql)
      if (isReader) return { rows: statement.all(...parameters) }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw sqliteError(error)
    }
  }
}
