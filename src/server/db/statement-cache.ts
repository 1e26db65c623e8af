import type { DatabaseSync, StatementSync } from 'node:sqlite'

export interface CachedStatement {
  readonly statement: StatementSync
  /** Whether it returns rows: a select, or a change with RETURNING. */
  readonly isReader: boolean
}

/**
 * Prepares each text once and keeps those used last: an IN list of changing length makes ever new texts. After a change
 * of the schema SQLite prepares a kept statement anew by itself.
 */
export function createStatementCache(db: DatabaseSync, capacity = 500): (sql: string) => CachedStatement {
  const cache = new Map<string, CachedStatement>()
  return (sql) => {
    const cached = cache.get(sql) ?? prepare(db, sql)
    cache.delete(sql)
    cache.set(sql, cached)
    if (cache.size > capacity) dropOldest(cache)
    return cached
  }
}

function prepare(db: DatabaseSync, sql: string): CachedStatement {
  const statement = db.prepare(sql)
  return { statement, isReader: statement.columns().length > 0 }
}

function dropOldest(cache: Map<string, unknown>): void {
  for (const oldest of cache.keys()) {
    cache.delete(oldest)
    return
  }
}
