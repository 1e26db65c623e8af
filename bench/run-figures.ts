import { type Figure, isMet, type Row, Unmeasurable } from './figure.ts'
import { describeMachine } from './machine.ts'
import { watchOtherWork } from './other-work.ts'
import { printHead, printRows } from './print-figure.ts'

type Verdict = 'met' | 'missed' | 'measured' | 'skipped'

/** Measures all figures, or the one that is named, and fails when a target is missed. The command is npm's name for it. */
export async function runFigures(command: string, figures: readonly Figure[], name = process.argv[2]): Promise<number> {
  // Ends what was started too: each of them listens for this process's exit.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const chosen = name === undefined ? figures : figures.filter((figure) => figure.name === name)
  if (chosen.length === 0) {
    console.error(`There is no figure ${name}. There are: ${figures.map((figure) => figure.name).join(', ')}.`)
    return 2
  }
  const machine = await describeMachine()
  const verdicts: Verdict[] = []
  for (const figure of chosen) {
    printHead(command, figure, machine)
    verdicts.push(await measure(figure))
  }
  console.log(`\n${chosen.map((figure, index) => `${figure.name} ${verdicts[index]}`).join(', ')}`)
  return verdicts.includes('missed') ? 1 : 0
}

async function measure(figure: Figure): Promise<Verdict> {
  const startMs = performance.now()
  const otherWork = watchOtherWork()
  try {
    if (figure.needsLinux && process.platform !== 'linux') {
      throw new Unmeasurable('it needs Linux, where CPU time is read from /proc')
    }
    const rows = await figure.measure()
    const others = otherWork()
    printRows(rows)
    console.log(`  took ${((performance.now() - startMs) / 1000).toFixed(0)} s${othersText(others)}`)
    return verdictOf(rows)
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error
    console.log(`  skipped: ${error.message}`)
    return 'skipped'
  }
}

const othersText = (percent: number | undefined) =>
  percent === undefined ? '' : `; other work on this machine took ${percent.toFixed(0)} % of it meanwhile`

function verdictOf(rows: readonly Row[]): Verdict {
  const verdicts = rows.map(isMet)
  if (verdicts.includes(false)) return 'missed'
  return verdicts.includes(true) ? 'met' : 'measured'
}
