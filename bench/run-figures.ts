import { type Figure, type Judgment, judge, type Row, Unmeasurable } from './figure.ts'
import { describeMachine } from './machine.ts'
import { watchOtherWork } from './other-work.ts'
import { median } from './statistics.ts'

type Verdict = Judgment | 'measured' | 'skipped'

interface RunOptions {
  /** What is measured are timings, which other work on the machine spoils; otherwise they are facts. */
  readonly areTimings: boolean
}

/** Runs all figures, or the named one, and fails if a target is missed. The command is the npm script's name. */
export async function runFigures(
  command: string,
  figures: readonly Figure[],
  { areTimings }: RunOptions,
  name = process.argv[2],
): Promise<number> {
  // Also ends the child processes: each of them listens for this process's exit.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const chosen = name === undefined ? figures : figures.filter((figure) => figure.name === name)
  if (chosen.length === 0) {
    console.error(`There is no figure ${name}. There are: ${figures.map((figure) => figure.name).join(', ')}.`)
    return 2
  }
  const machine = await describeMachine()
  const results: Measured[] = []
  for (const figure of chosen) {
    printHead(command, figure, machine)
    results.push(await measure(figure, areTimings))
  }
  const lines = results.map(({ verdict, others }, index) => {
    return `${chosen[index]?.name} ${verdict}${others === undefined ? '' : ` (other work ${others.toFixed(0)} %)`}`
  })
  console.log(`\n${lines.join(', ')}`)
  return results.some(({ verdict }) => verdict === 'missed') ? 1 : 0
}

interface Measured {
  readonly verdict: Verdict
  /** Share of the machine that other work took meanwhile, in percent. */
  readonly others?: number | undefined
}

async function measure(figure: Figure, areTimings: boolean): Promise<Measured> {
  const startMs = performance.now()
  const otherWork = watchOtherWork()
  try {
    if (figure.needsLinux && process.platform !== 'linux') {
      throw new Unmeasurable('it needs Linux, where CPU time is read from /proc')
    }
    const rows = await figure.measure()
    const others = otherWork()
    const judgeRow = (row: Row) => judge(row, areTimings ? others : undefined)
    printRows(rows, judgeRow, others)
    console.log(`  took ${((performance.now() - startMs) / 1000).toFixed(0)} s${othersText(others)}`)
    return { verdict: verdictOf(rows.map(judgeRow)), others }
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error
    console.log(`  skipped: ${error.message}`)
    return { verdict: 'skipped' }
  }
}

const othersText = (percent: number | undefined) =>
  percent === undefined ? '' : `; other work on this machine took ${percent.toFixed(0)} % of it meanwhile`

const worstFirst = ['missed', 'not judged', 'met'] as const

const verdictOf = (judgments: readonly (Judgment | undefined)[]): Verdict =>
  worstFirst.find((judgment) => judgments.includes(judgment)) ?? 'measured'

const columns = ['', 'median', 'min - max', 'other work', 'target', ''] as const

/** Prints the table of a figure: the median of its rounds, their spread, other work, and whether a target is met. */
function printRows(
  rows: readonly Row[],
  judgeRow: (row: Row) => Judgment | undefined,
  others: number | undefined,
): void {
  const lines = rows.map((row) => {
    const noise = row.noise ?? others
    const noiseText = noise === undefined ? '' : `${noise.toFixed(0)} %`
    const [value, verdict] = [shown(row, median(row.values)), judgeRow(row) ?? '']
    return [row.name, value, range(row), noiseText, row.target?.text ?? '', verdict]
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

function printHead(command: string, figure: Figure, machine: string): void {
  console.log(`\n${figure.title}`)
  console.log(`  npm run ${command} ${figure.name}`)
  console.log(`  ${machine}\n`)
}

const alignRight = (cell: string, width = 0) => cell.padStart(width)

const shown = ({ digits }: Row, value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

function range(row: Row): string {
  if (row.values.length < 2) return ''
  return `${shown(row, Math.min(...row.values))} - ${shown(row, Math.max(...row.values))}`
}
