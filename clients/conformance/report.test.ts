import { describe, expect, test } from 'vitest'
import type { ColumnId } from './columns.ts'
import {
  type ConformanceReport,
  type Lacks,
  type Outcome,
  reportRefusals,
  toReportRows,
  unexplainedCells,
} from './report.ts'

const commit = 'f'.repeat(40)
const languages: readonly ColumnId[] = ['node', 'php', 'javascript']

const row = (name: string, outcomes: Partial<Record<ColumnId, Outcome>>, lacks?: Lacks) => ({
  name,
  outcomes: new Map(Object.entries(outcomes) as [ColumnId, Outcome][]),
  lacks,
})

const rows = toReportRows(
  [
    row('logs in', { node: 'passed', php: 'passed', javascript: 'passed' }),
    row('is late', { node: 'passed' }, { php: 'is never late' }),
    row('makes three calls', { javascript: 'passed' }),
  ],
  languages,
)
const green: ConformanceReport = { commit, hasChanges: false, rows }

describe('the report of the conformance suite', () => {
  test('has what came of each cell, and a reason for each empty one', () => {
    expect(rows[0]?.cells).toEqual({
      node: { outcome: 'passed' },
      php: { outcome: 'passed' },
      javascript: { outcome: 'passed' },
    })
    expect(rows[1]?.cells.php).toEqual({ reason: 'is never late' })
    expect(rows[1]?.cells.javascript).toEqual({ reason: expect.stringContaining('three calls') })
    expect(rows[2]?.cells.node).toEqual({ reason: expect.stringContaining('three calls') })
    expect(unexplainedCells(rows)).toEqual([])
  })

  test('names the empty cells that nobody gave a reason for', () => {
    const unexplained = toReportRows(
      [row('is late', { node: 'passed', php: 'passed' }), row('is new', { php: 'passed' })],
      languages,
    )
    expect(unexplainedCells(unexplained)).toEqual(['is new (node)'])
  })

  test('proves a language at its commit when it is green', () => {
    for (const language of languages) expect(reportRefusals(green, { language, commit })).toEqual([])
  })

  const failed = toReportRows([row('logs in', { node: 'failed', php: 'passed', javascript: 'passed' })], languages)
  const skipped = toReportRows([row('logs in', { node: 'skipped', php: 'passed', javascript: 'passed' })], languages)
  const unexplained = toReportRows([row('logs in', { node: 'passed' })], languages)
  test.for([
    ['There is no conformance report', undefined],
    ['not of this commit', { ...green, commit: 'e'.repeat(40) }],
    ['not of this commit', { ...green, hasChanges: true }],
    ['no reason for the empty cell logs in (php)', { ...green, rows: unexplained }],
    ['logs in (node) is failed', { ...green, rows: failed }],
    ['logs in (node) is skipped', { ...green, rows: skipped }],
    ['says nothing of node', { ...green, rows: [] }],
  ] as const)('proves nothing: %s', ([why, report]) => {
    const refusals = reportRefusals(report, { language: 'node', commit })
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toContain(why)
  })

  test('proves C++ where its programs for Windows are green too', () => {
    const both = (outcome: Outcome) => ({
      ...green,
      rows: toReportRows([row('logs in', { cpp: 'passed', 'cpp-windows': outcome })], ['cpp', 'cpp-windows']),
    })
    expect(reportRefusals(both('passed'), { language: 'cpp', commit })).toEqual([])
    expect(reportRefusals(both('failed'), { language: 'cpp', commit })).toEqual([
      'The conformance report is not green: logs in (cpp-windows) is failed.',
    ])
    const alone = { ...green, rows: toReportRows([row('logs in', { cpp: 'passed' })], ['cpp']) }
    expect(reportRefusals(alone, { language: 'cpp', commit })).toEqual([
      'The conformance report says nothing of cpp-windows.',
    ])
  })

  test('does not hold the failure of one language against another', () => {
    expect(reportRefusals({ ...green, rows: failed }, { language: 'php', commit })).toEqual([])
  })
})
