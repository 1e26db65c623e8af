import { median } from './statistics.ts'

/** One line of a figure's table: what was measured in each round, so that the median and the spread can be shown. */
export interface Row {
  readonly name: string
  readonly values: readonly number[]
  /** Decimals to show. */
  readonly digits: number
  /** Only the line a promise is made about has one; it is held by the median. */
  readonly target?: Target
}

export interface Target {
  readonly text: string
  isMet(median: number): boolean
}

export interface Figure {
  /** Picks it: `npm run bench <name>`. */
  readonly name: string
  readonly title: string
  /** CPU time of another process is read from /proc. */
  readonly needsLinux?: true
  measure(): Promise<readonly Row[]>
}

/** This machine lacks what a figure needs: it is named as skipped, not missed. */
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
