import { availableParallelism } from 'node:os'
import { cpuTimeOfDescendants, cpuTimeOfMachineUs, cpuTimeOfTreeUs } from './cpu-time.ts'
import { type Figure, isMet, type Row, Unmeasurable } from './figure.ts'
import { describeMachine } from './machine.ts'
import { median } from './statistics.ts'

type Verdict = 'met' | 'missed' | 'not judged' | 'measured' | 'skipped'

/** With more foreign work on the machine than this, in percent, a timing that misses its target says nothing. */
const noisyPercent = 20

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
    const isNoisy = areTimings && others !== undefined && others > noisyPercent
    const judge = (row: Row) => judged(isMet(row), isNoisy)
    printRows(rows, judge, others)
    console.log(`  took ${((performance.now() - startMs) / 1000).toFixed(0)} s${othersText(others)}`)
    return { verdict: verdictOf(rows.map(judge)), others }
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error
    console.log(`  skipped: ${error.message}`)
    return { verdict: 'skipped' }
  }
}

const othersText = (percent: number | undefined) =>
  percent === undefined ? '' : `; other work on this machine took ${percent.toFixed(0)} % of it meanwhile`

function judged(isTargetMet: boolean | undefined, isNoisy: boolean): Verdict {
  if (isTargetMet === undefined) return 'measured'
  if (isTargetMet) return 'met'
  return isNoisy ? 'not judged' : 'missed'
}

function verdictOf(verdicts: readonly Verdict[]): Verdict {
  const worstFirst = ['missed', 'not judged', 'met'] as const
  return worstFirst.find((verdict) => verdicts.includes(verdict)) ?? 'measured'
}

const columns = ['', 'median', 'min - max', 'noise', 'target', ''] as const

/**
 * Prints the table of a figure: the median of its rounds, their spread, the other work on the machine, and whether a
 * target is met.
 */
function printRows(rows: readonly Row[], judge: (row: Row) => Verdict, others: number | undefined): void {
  const noise = others === undefined ? '' : `${others.toFixed(0)} %`
  const lines = rows.map((row) => {
    const verdict = row.target ? judge(row) : ''
    return [row.name, shown(row, median(row.values)), range(row), noise, row.target?.text ?? '', verdict]
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

const sampleIntervalMs = 1_000

/**
 * Measures the CPU share of everything but the benchmark, in percent: figures of a busy machine are less reliable,
 * latencies most of all. Undefined without /proc.
 */
function watchOtherWork(): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  let seen = cpuTimeOfDescendants(process.pid)
  let orphansUs = 0
  /** A process that outlives its parent, such as the hashing process of a stopped server, is not counted. */
  const sample = () => {
    const now = cpuTimeOfDescendants(process.pid)
    for (const [pid, { parent, us }] of seen) {
      if (!now.has(pid) && !now.has(parent) && parent !== process.pid) orphansUs += us
    }
    seen = now
  }
  const samplingTimer = setInterval(sample, sampleIntervalMs).unref()
  const othersUs = () => cpuTimeOfMachineUs() - cpuTimeOfTreeUs(process.pid) - orphansUs
  const [startUs, startMs] = [othersUs(), performance.now()]
  return () => {
    clearInterval(samplingTimer)
    sample()
    const wholeUs = (performance.now() - startMs) * 1000 * availableParallelism()
    return Math.max(0, ((othersUs() - startUs) / wholeUs) * 100)
  }
}
