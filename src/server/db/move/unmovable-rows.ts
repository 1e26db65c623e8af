import type { MoveSide } from './move-side.ts'
import type { MovedTable, SchemaFacts } from './moved-tables.ts'

const maxListed = 20

/**
 * Rows that the other database, or the server on it, can't take: text with a NUL character, which PostgreSQL has no way
 * to store, and numbers that JavaScript rounds. Each as a line with table, column and key.
 */
export async function unmovableRows(
  source: MoveSide,
  schema: SchemaFacts,
  tables: readonly MovedTable[],
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { name, columns, key } of tables) {
    const wrong = columns.flatMap((column) => wrongValue(source.engine, column, schema.get(name)?.columns.get(column)))
    if (wrong.length === 0) continue
    const keys = key.map((column) => asText(column.name)).join(" || ', ' || ")
    const found = await source.query(
      `SELECT ${keys} AS key, CASE ${wrong.map(({ sql, line }) => `WHEN ${sql} THEN '${line}'`).join(' ')} END AS line
       FROM ${name} WHERE ${wrong.map(({ sql }) => sql).join(' OR ')} LIMIT ${maxListed}`,
    )
    lines.push(...found.map((row) => `${name}, key ${row.key}: ${row.line}`))
  }
  return lines
}

const asText = (column: string) => `CAST(${column} AS TEXT)`

function wrongValue(engine: MoveSide['engine'], column: string, type: string | undefined) {
  const isText = type?.toLowerCase() === 'text'
  if (!isText) {
    const sql = `${column} NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`
    return [{ sql, line: `${column} is a number beyond 2^53` }]
  }
  return engine === 'sqlite' ? [{ sql: `instr(${column}, char(0)) > 0`, line: `${column} has a NUL character` }] : []
}
