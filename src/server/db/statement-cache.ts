import type { DatabaseSync, StatementSync } from 'node:sqlite'

interface CachedStatement {
  readonly statement: StatementSync
  /** Whether the statement returns rows: a SELECT, or a write with RETURNING. */
  readonly isReader: boolean
}

/**
 * Prepares each SQL text once and keeps the most recently used: IN lists of varying length produce ever new texts.
 * SQLite re-prepares a cached statement itself after a schema change.
 */
export function createStatementCache(db: DatabaseSync, capacity = 500): (sql: string) => CachedStatement {
  const cache = new Map<string, CachedStatement>()
  return (sql) => {
    const cached = cache.get(sql) ?? prepareStatement(db, sql)
    cache.delete(sql)
    cache.set(sql, cached)
    if (cache.size > capacity) dropOldest(cache)
    return cached
  }
}

function prepareStatement(db: DatabaseSync, sql: string): CachedStatement {
  const statement = db.prepare(sql)
  return { statement, isReader: statement.columns().length > 0 }
}

function dropOldest(cache: Map<string, unknown>): void {
  for (const oldest of cache.keys()) {
    cache.delete(oldest)
    return
  }
}
