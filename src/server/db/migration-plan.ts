import type { Step } from './migrate.ts'

/** What a step of the schema does with a table that is there already. */
export interface PlannedTable {
  readonly table: string
  /** 0: the step changes what the table is, and looks at none of its rows. */
  readonly rows: number
  readonly work: 'none' | 'read' | 'change'
  /** Who waits until the step is done: nobody, changes of the table, or reads too. */
  readonly waiting: 'nobody' | 'changes' | 'all'
}

export interface PlannedStep {
  readonly name: string
  /** `expand`: servers that know `readableFrom` go on beside it. `contract`: no older server does. */
  readonly kind: 'expand' | 'contract'
  readonly readableFrom: string | null
  readonly tables: readonly PlannedTable[]
}

/** What a database tells of itself before the steps. */
export interface CurrentTables {
  readonly rows: ReadonlyMap<string, number>
  /** Tables by the name of their index. */
  readonly indexed: ReadonlyMap<string, string>
}

interface Effect {
  readonly tables: readonly string[]
  readonly work: PlannedTable['work']
  /** On PostgreSQL, whose locks the documentation of each statement names. */
  readonly waiting: PlannedTable['waiting']
}

/** What the steps will do, read from their statements. Tables that they make themselves are left out. */
export function planSteps(steps: readonly Step[], current: CurrentTables): PlannedStep[] {
  return steps.map(({ name, readableFrom, statements }) => {
    const effects = statements.flatMap((statement) => effectsOf(statement, current.indexed))
    const touched = new Set(effects.flatMap(({ tables }) => tables).filter((table) => current.rows.has(table)))
    const tables = [...touched].sort().map((table): PlannedTable => {
      const own = effects.filter((effect) => effect.tables.includes(table))
      const work = strongest(
        works,
        own.map((effect) => effect.work),
      )
      const waiting = strongest(
        waits,
        own.map((effect) => effect.waiting),
      )
      return { table, rows: work === 'none' ? 0 : (current.rows.get(table) ?? 0), work, waiting }
    })
    return { name, kind: readableFrom === null ? 'contract' : 'expand', readableFrom, tables }
  })
}

const works = ['none', 'read', 'change'] as const
const waits = ['nobody', 'changes', 'all'] as const
const strongest = <T>(order: readonly T[], found: readonly T[]): T =>
  order.findLast((each) => found.includes(each)) ?? (order[0] as T)

function effectsOf(statement: string, indexed: ReadonlyMap<string, string>): Effect[] {
  const text = statement.trim()
  const word = (pattern: RegExp) => pattern.exec(text)?.[1]
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const one = (table: string | undefined, work: Effect['work'], waiting: Effect['waiting']): Effect[] =>
    table === undefined ? [] : [{ tables: [table], work, waiting }]
  const read: Effect = { tables: all(/\b(?:FROM|JOIN)\s+(\w+)/g), work: 'read', waiting: 'nobody' }
  if (/^ALTER TABLE/.test(text)) return one(word(/^ALTER TABLE\s+(\w+)/), 'none', 'all')
  if (/^DROP TABLE/.test(text)) return one(word(/^DROP TABLE\s+(\w+)/), 'none', 'all')
  if (/^DROP INDEX/.test(text)) return one(indexed.get(word(/^DROP INDEX\s+(\w+)/) ?? ''), 'none', 'all')
  if (/^CREATE (UNIQUE )?INDEX/.test(text)) return one(word(/\bON\s+(\w+)/), 'read', 'changes')
  if (/^CREATE TRIGGER/.test(text)) return one(word(/\bON\s+(\w+)/), 'none', 'changes')
  if (/^CREATE TABLE/.test(text)) return [{ tables: all(/\bREFERENCES\s+(\w+)/g), work: 'none', waiting: 'changes' }]
  if (/^LOCK TABLE/.test(text)) {
    const tables = (word(/^LOCK TABLE\s+(.+?)\s+IN\b/s) ?? '').split(/\s*,\s*/)
    return [{ tables, work: 'none', waiting: 'changes' }]
  }
  if (/^(UPDATE|DELETE FROM|INSERT INTO)/.test(text)) {
    // Rows that it doesn't touch can still be changed, but nobody knows yet which.
    return [...one(word(/^(?:UPDATE|DELETE FROM|INSERT INTO)\s+(\w+)/), 'change', 'nobody'), read]
  }
  return /^(WITH|SELECT|DO)\b/.test(text) ? [read] : []
}
