import { type Figure, isMet, type Row } from './figure.ts'
import { median } from './statistics.ts'

const columns = ['', 'median', 'min - max', 'target', ''] as const

/** Prints the table of a figure: the median of its rounds, their spread, and whether a target is met. */
export function printRows(rows: readonly Row[]): void {
  const lines = rows.map((row) => {
    return [row.name, shown(row, median(row.values)), range(row), row.target?.text ?? '', verdictText(isMet(row))]
  })
  const table = [columns, ...lines]
  const widths = columns.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  for (const line of table) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : alignRight(cell, widths[column]),
    )
    console.log(`  ${cells.join('   ').trimEnd()}`)
  }
}

export function printHead(command: string, figure: Figure, machine: string): void {
  console.log(`\n${figure.title}`)
  console.log(`  npm run ${command} ${figure.name}`)
  console.log(`  ${machine}\n`)
}

const alignRight = (cell: string, width = 0) => cell.padStart(width)

const verdictText = (verdict: boolean | undefined) => (verdict === undefined ? '' : verdict ? 'met' : 'missed')

const shown = ({ digits }: Row, value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

function range(row: Row): string {
  if (row.values.length < 2) return ''
  return `${shown(row, Math.min(...row.values))} - ${shown(row, Math.max(...row.values))}`
}
