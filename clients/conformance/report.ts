import { type ColumnId, columnsOf } from './columns.ts'

export type Outcome = 'passed' | 'failed' | 'skipped'

/** What a test says of the languages that don't run it: one reason for all of them, or one for each. */
export type Lacks = string | Readonly<Partial<Record<ColumnId, string>>>

declare module 'vitest' {
  interface TaskMeta {
    /** Why other languages have no such test. */
    lacks?: Lacks | undefined
  }
}

/** One scenario, as the languages have run it. */
export interface PlayedRow {
  readonly name: string
  readonly outcomes: ReadonlyMap<ColumnId, Outcome>
  readonly lacks?: Lacks | undefined
}

/** A cell is what came of it, or why there is none; null: nobody knows why. */
export interface ReportRow {
  readonly scenario: string
  readonly cells: Readonly<Record<string, { readonly outcome: Outcome } | { readonly reason: string | null }>>
}

/** `test-results/conformance.json`. */
export interface ConformanceReport {
  readonly commit: string
  /** Something was not committed when the suite ran. */
  readonly hasChanges: boolean
  readonly rows: readonly ReportRow[]
}

/** The sample of three calls has no part in what the others do, and the others have rows of their own for what it does. */
const ofThreeCalls = {
  lacks: 'makes three calls: no class, no session monitor, no window and no console',
  alone: 'a row of the sample of three calls; the samples with a session have rows of their own for it',
}

function reasonOf({ outcomes, lacks }: PlayedRow, language: ColumnId): string | null {
  if (outcomes.size === 1 && outcomes.has('javascript')) return ofThreeCalls.alone
  const said = typeof lacks === 'string' ? lacks : lacks?.[language]
  return said ?? (language === 'javascript' ? ofThreeCalls.lacks : null)
}

/** The table of these rows and languages. */
export function toReportRows(rows: readonly PlayedRow[], languages: readonly ColumnId[]): readonly ReportRow[] {
  return rows.map((row) => ({
    scenario: row.name,
    cells: Object.fromEntries(
      languages.map((language) => {
        const outcome = row.outcomes.get(language)
        return [language, outcome ? { outcome } : { reason: reasonOf(row, language) }]
      }),
    ),
  }))
}

/** The empty cells that nobody has given a reason for: `scenario (language)`. */
export const unexplainedCells = (rows: readonly ReportRow[]): readonly string[] =>
  rows.flatMap(({ scenario, cells }) =>
    Object.entries(cells).flatMap(([language, cell]) =>
      'reason' in cell && cell.reason === null ? [`${scenario} (${language})`] : [],
    ),
  )

/** Why a report does not prove a language at a commit, in sentences; none: it does. */
export function reportRefusals(
  report: ConformanceReport | undefined,
  { language, commit }: { readonly language: string; readonly commit: string },
): readonly string[] {
  if (report === undefined) return ['There is no conformance report: npm test -- sample.test makes one.']
  if (report.commit !== commit || report.hasChanges) return ['The conformance report is not of this commit.']
  const unexplained = unexplainedCells(report.rows)
  if (unexplained.length > 0) return [`The conformance report has no reason for the empty cell ${unexplained[0]}.`]
  return columnsOf(language)
    .flatMap((column) => columnRefusals(report, column))
    .slice(0, 1)
}

function columnRefusals({ rows }: ConformanceReport, column: ColumnId): readonly string[] {
  const cells = rows.flatMap(({ scenario, cells }) => {
    const cell = cells[column]
    return cell && 'outcome' in cell ? [{ scenario, outcome: cell.outcome }] : []
  })
  if (cells.length === 0) return [`The conformance report says nothing of ${column}.`]
  const bad = cells.find(({ outcome }) => outcome !== 'passed')
  return bad ? [`The conformance report is not green: ${bad.scenario} (${column}) is ${bad.outcome}.`] : []
}
