import { median } from './statistics.ts'

/** One line of a figure's table: the measured value of each round, for the median and the spread. */
export interface Row {
  readonly name: string
  readonly values: readonly number[]
  /** Decimals to show. */
  readonly digits: number
  /** Only lines with a promise have a target; the median must meet it. */
  readonly target?: Target
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

/** Undefined without a target. */
export function isMet({ values, target }: Row): boolean | undefined {
  return target?.isMet(median(values))
}
