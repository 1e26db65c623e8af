import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/server/db/open.ts'

/** The database's reads, and every distinct query on the table that they ran. */
export function recordQueries(database: Database, table: string) {
  const queries = new Map<string, CompiledQuery>()
  const executor = database.reads.getExecutor()
  const reads = database.reads.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const query = executor.compileQuery(node, queryId)
      if (query.sql.includes(table)) queries.set(query.sql, query)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { reads, queries }
}

/** The steps of SQLite's plan that read the table or sort. */
export async function planOf(
  { reads }: Database,
  table: string,
  { sql: text, parameters }: CompiledQuery,
): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
  const { rows } = await reads.executeQuery<{ detail: string }>(explained)
  const step = new RegExp(`\\b${table}\\b|TEMP B-TREE`)
  return rows.map(({ detail }) => detail).filter((detail) => step.test(detail))
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** How many rows of the table PostgreSQL read. */
export async function rowsRead(
  { reads }: Database,
  table: string,
  { sql: text, parameters }: CompiledQuery,
): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters])
  const { rows } = await reads.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(explained)
  const count = (node: PlanNode): number => {
    const seen =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    const own = node['Relation Name'] === table ? seen * node['Actual Loops'] : 0
    return own + (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  }
  return rows[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + count(Plan), 0) ?? 0
}
