import { median } from './statistics.ts'

/** One line of a figure's table: the measured value of each round, for the median and the spread. */
export interface Row {
  readonly name: string
  readonly values: readonly number[]
  /** Decimals to show. */
  readonly digits: number
  /** Only lines with a promise have a target; the median must meet it. */
  readonly target?: Target
  /** Share of the machine that other work took while this line was measured, in percent; default: the figure's. */
  readonly noise?: number | undefined
}

export interface Target {
  readonly text: string
  isMet(median: number): boolean
}

export interface Figure {
  /** Selects the figure: `npm run bench <name>`. */
  readonly name: string
  readonly title: string
  /** The CPU time of another process is read from /proc. */
  readonly needsLinux?: true
  measure(): Promise<readonly Row[]>
}

/** This machine lacks something the figure needs: it is reported as skipped, not as missed. */
export class Unmeasurable extends Error {
  override readonly name = 'Unmeasurable'
}

export const atLeast = (limit: number): Target => ({ text: `>= ${limit}`, isMet: (median) => median >= limit })

export const atMost = (limit: number): Target => ({ text: `<= ${limit}`, isMet: (median) => median <= limit })

export const within = (limit: number): Target => ({
  text: `< ${limit} either way`,
  isMet: (median) => Math.abs(median) < limit,
})

/** The line of something that must never happen. */
export const none = (name: string, count: number): Row => ({ name, values: [count], digits: 0, target: atMost(0) })

/** The usual and the slow answer of each round. */
export const latencyRows = (
  name: string,
  rounds: readonly { readonly p50Ms: number; readonly p99Ms: number }[],
  digits = 2,
): Row[] => [
  { name: `${name}: p50 ms`, values: rounds.map(({ p50Ms }) => p50Ms), digits },
  { name: `${name}: p99 ms`, values: rounds.map(({ p99Ms }) => p99Ms), digits },
]

export type Judgment = 'met' | 'missed' | 'not judged'

/** With more other work than this, a missed target says nothing about the server. */
export const quietPercent = 20

/** Undefined without a target. `noise` is that of the whole figure. A target met beside other work is met. */
export function judge(row: Row, noise: number | undefined): Judgment | undefined {
  if (!row.target) return undefined
  if (row.target.isMet(median(row.values))) return 'met'
  return (row.noise ?? noise ?? 0) > quietPercent ? 'not judged' : 'missed'
}
