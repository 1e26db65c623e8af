import type { LoopStatement } from '../../src/server/db/open.ts'

/** Index ranges that hold a few rows each, although nothing in the schema says so. */
const shortRanges: ReadonlySet<string> = new Set([
  'sqlite_autoindex_signing_keys_1(application_id)',
  'sqlite_autoindex_hash_counts_1(application_id)',
  // the members and open invites of an application, and the memberships of an account, are limited
  'sqlite_autoindex_application_members_1(application_id)',
  'application_members_account(account_id)',
  'sqlite_autoindex_member_invites_2(application_id)',
  // all entries that a decision of the application compares: kept in memory and read again when half a second old
  'blacklist_value(account_id)',
])

/** The webhooks with something to send, each found as the next minimum of an index. */
const steppedMinima = /^\s*WITH RECURSIVE step\(id\) AS \(\s*SELECT min\(webhook_id\) FROM deliveries\b/

/**
 * Throws when a statement of the event loop may read many rows: while it runs, every call of the public API waits. It
 * may read rows by a primary key or a unique index, a range that is known to be short, or a range up to a limit that
 * nothing sorts.
 */
export function refuseScans(statement: LoopStatement): void {
  const scans = scansOf(statement)
  if (scans.length === 0) return
  throw new Error(`This may read many rows on the event loop (${scans.join('; ')}): ${statement.sql}`)
}

function scansOf({ sql, query }: LoopStatement): string[] {
  if (/^\s*explain\b/i.test(sql)) return []
  const plan = query(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail))
  const isLimited = /\blimit\b/i.test(sql) && !plan.some((step) => step.startsWith('USE TEMP B-TREE'))
  if (isLimited || steppedMinima.test(sql)) return []
  const names = namesOf(sql)
  return plan.filter((step) => {
    const [, kind, name = '', how] = /^(SCAN|SEARCH) (\w+)(?: USING (.+?))?(?: LEFT-JOIN)?$/.exec(step) ?? []
    const columns = query(`SELECT name, pk FROM pragma_table_info('${names.get(name) ?? ''}')`)
    if (kind === undefined || columns.length === 0) return false
    // without an index it asks for a minimum or maximum
    if (kind === 'SEARCH' && how === undefined) return false
    return kind === 'SCAN' || !isShort(how ?? '', columns, query)
  })
}

type Rows = ReturnType<LoopStatement['query']>

/** Whether a range holds one row, or is known to be short. */
function isShort(how: string, columns: Rows, query: LoopStatement['query']): boolean {
  if (how === 'INTEGER PRIMARY KEY (rowid=?)') return true
  const [, index, conditions = ''] = /(?:INDEX (\w+)|PRIMARY KEY) \((.+)\)$/.exec(how) ?? []
  const equal = conditions.split(' AND ').flatMap((condition) => /^(\w+|<expr>)=\?$/.exec(condition)?.[1] ?? [])
  if (index === undefined) return equal.length === columns.filter(({ pk }) => Number(pk) > 0).length
  if (shortRanges.has(`${index}(${equal.join(', ')})`)) return true
  const [unique] = query(`SELECT 1 FROM sqlite_schema s JOIN pragma_index_list(s.tbl_name) l ON l.name = s.name
    WHERE s.name = '${index}' AND l."unique" = 1`)
  return unique !== undefined && query(`PRAGMA index_info(${index})`).length === equal.length
}

/** The tables of a statement by the names that its plan gives them: their own or aliases. */
function namesOf(sql: string): ReadonlyMap<string, string> {
  const named = /\b(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi
  return new Map(
    [...sql.matchAll(named)].flatMap(([, table = '', alias = table]) => [
      [table, table],
      [alias, table],
    ]),
  )
}
