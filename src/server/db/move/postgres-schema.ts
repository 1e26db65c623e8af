import type { Row } from '../database.ts'
import type { MovedValue } from './move-side.ts'
import type { SchemaFacts } from './moved-tables.ts'

type Query = (sql: string, values?: readonly MovedValue[]) => Promise<Row[]>

/** Tables, without the partitions that are a part of another one. */
const ownTables = `SELECT c.oid, c.relname FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`

export async function schemaOf(query: Query): Promise<SchemaFacts> {
  const columns = await query(`
    SELECT t.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
      array_position(k.conkey, a.attnum) AS place, a.attidentity <> '' AS numbered
    FROM (${ownTables}) t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'p'
    ORDER BY t.relname, a.attnum`)
  const references = await query(`
    SELECT DISTINCT t.relname AS table, p.relname AS parent FROM (${ownTables}) t
    JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'f' JOIN pg_class p ON p.oid = k.confrelid`)
  const names = [...new Set(columns.map(({ table }) => String(table)))]
  return new Map(
    names.map((name) => {
      const own = columns.filter(({ table }) => table === name)
      const key = own
        .filter(({ place }) => place !== null)
        .sort((one, other) => Number(one.place) - Number(other.place))
      const numbered = own.find((row) => Boolean(row.numbered))
      return [
        name,
        {
          columns: new Map(own.map(({ column, type }) => [String(column), String(type)])),
          key: key.map(({ column }) => String(column)),
          refersTo: new Set(references.filter(({ table }) => table === name).map(({ parent }) => String(parent))),
          idColumn: numbered && String(numbered.column),
        },
      ]
    }),
  )
}

/** Indexes without those of a constraint, references without those that a partition inherits, and triggers. */
const parts = `
  SELECT 1 AS place, format('DROP INDEX %s', i.indexrelid::regclass) AS away,
    replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS back
  FROM (${ownTables}) t JOIN pg_index i ON i.indrelid = t.oid
  WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  UNION ALL
  SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
  FROM (${ownTables}) t JOIN pg_constraint k ON k.conrelid = t.oid WHERE k.contype = 'f' AND k.conparentid = 0
  UNION ALL
  SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER %I', g.tgrelid::regclass, g.tgname),
    format('ALTER TABLE %s ENABLE TRIGGER %I', g.tgrelid::regclass, g.tgname)
  FROM (${ownTables}) t JOIN pg_trigger g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
  ORDER BY place, back`

export async function setAside(query: Query): Promise<string[]> {
  const found = await query(parts)
  for (const { away } of found) await query(String(away))
  return found.map(({ back }) => String(back))
}
