import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'
import { type ColumnId, columnIds } from '../conformance/columns.ts'
import {
  type ConformanceReport,
  type Outcome,
  type PlayedRow,
  type ReportRow,
  toReportRows,
  unexplainedCells,
} from '../conformance/report.ts'

const titles: Readonly<Record<ColumnId, string>> = {
  csharp: 'C#',
  python: 'Python',
  node: 'Node',
  php: 'PHP',
  cpp: 'C++',
  'cpp-windows': 'C++ Win',
  go: 'Go',
  javascript: 'JS',
  java: 'Java',
  rust: 'Rust',
}
const modulePattern = /^clients\/test\/([\w-]+)-sample\.test\.ts$/
const root = fileURLToPath(new URL('../../', import.meta.url))
const outcomes = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'failed' } as const

/**
 * Prints what each sample does as a table: scenarios down, languages across (C++ a second time, as a program of Windows), a letter where a cell is empty, the reasons
 * below. Where all of them ran, in all languages, it writes `test-results/conformance.json`. Nothing when no sample was tested.
 */
export class SampleTableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const played = playedRows(modules)
    const languages = columnIds.filter((language) => played.some((row) => row.outcomes.has(language)))
    if (languages.length === 0) return
    const rows = toReportRows(played, languages)
    process.stdout.write(drawTable(rows, languages))
    const isPart = played.some((row) => [...row.outcomes.values()].includes('skipped'))
    if (isPart || languages.length < columnIds.length) return
    writeReport(rows)
    const unexplained = unexplainedCells(rows)
    if (unexplained.length === 0) return
    process.stdout.write(`\nNobody knows why these cells are empty:\n${unexplained.join('\n')}\n`)
    process.exitCode = 1
  }
}

function playedRows(modules: readonly TestModule[]): PlayedRow[] {
  const rows = new Map<string, PlayedRow & { readonly outcomes: Map<ColumnId, Outcome> }>()
  for (const module of modules) {
    const id = modulePattern.exec(module.relativeModuleId)?.[1]
    const language = columnIds.find((one) => one === id)
    if (language === undefined) continue
    for (const test of module.children.allTests()) {
      const before = rows.get(test.name)
      const row = {
        name: test.name,
        outcomes: before?.outcomes ?? new Map(),
        lacks: before?.lacks ?? test.meta().lacks,
      }
      row.outcomes.set(language, outcomes[test.result().state])
      rows.set(test.name, row)
    }
  }
  return [...rows.values()]
}

function drawTable(rows: readonly ReportRow[], languages: readonly ColumnId[]): string {
  const reasons: string[] = []
  const letterOf = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason)
    return String.fromCodePoint(97 + reasons.indexOf(reason))
  }
  const shown = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' }
  const cellOf = ({ cells }: ReportRow, language: string) => {
    const cell = cells[language]
    if (cell && 'outcome' in cell) return shown[cell.outcome]
    return letterOf(cell?.reason ?? 'nobody knows why')
  }
  const width = Math.max(...rows.map(({ scenario }) => scenario.length))
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)} ${cells.map((cell) => cell.padStart(8)).join('')}\n`
  const body = rows.map((row) =>
    line(
      row.scenario,
      languages.map((language) => cellOf(row, language)),
    ),
  )
  const passed = languages.map((language) => {
    const own = rows.map((row) => cellOf(row, language))
    return String(own.filter((cell) => cell === shown.passed).length)
  })
  return [
    `\n${line(
      'The samples, driven against the real server',
      languages.map((language) => titles[language]),
    )}`,
    ...body,
    line('passed', passed),
    ...reasons.map((reason) => `${letterOf(reason)}: ${reason}\n`),
  ].join('')
}

function writeReport(rows: readonly ReportRow[]): void {
  const git = (...args: readonly string[]) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return undefined // no repository: a report of no commit proves none
    }
  }
  const report: ConformanceReport = {
    commit: git('rev-parse', 'HEAD') ?? '',
    hasChanges: git('status', '--porcelain') !== '',
    rows,
  }
  mkdirSync(`${root}test-results`, { recursive: true })
  writeFileSync(`${root}test-results/conformance.json`, `${JSON.stringify(report, undefined, 1)}\n`)
}
