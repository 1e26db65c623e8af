import type { MoveSide } from './move-side.ts'
import { type MovedTable, quoted, type SchemaFacts } from './moved-tables.ts'

const maxListed = 20
const largest = Number.MAX_SAFE_INTEGER

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
    const keyText = key.map((column) => `CAST(${quoted(column.name)} AS TEXT)`).join(" || ', ' || ")
    const whichTest = wrong.map(({ test }, index) => `WHEN ${test} THEN ${index}`).join(' ')
    const anyTest = wrong.map(({ test }) => test).join(' OR ')
    const found = await source.query(
      `SELECT ${keyText} AS key, CASE ${whichTest} END AS place FROM ${quoted(name)} WHERE ${anyTest} LIMIT ${maxListed}`,
    )
    lines.push(...found.map((row) => `${name}, key ${row.key}: ${wrong[Number(row.place)]?.reason}`))
  }
  return lines
}

function wrongValue(engine: MoveSide['engine'], column: string, type: string | undefined) {
  if (type?.toLowerCase() !== 'text') {
    const test = `${quoted(column)} NOT BETWEEN ${-largest} AND ${largest}`
    return [{ test, reason: `${column} is a number beyond 2^53` }]
  }
  const test = `instr(${quoted(column)}, char(0)) > 0`
  return engine === 'sqlite' ? [{ test, reason: `${column} has a NUL character` }] : []
}
