/** What all limits have in common; the texts appear in docs/decisions/rate-limits.md. */
interface Described {
  /** Row in the table of the document; limits of one row share it. */
  readonly id: `R${number}`
  readonly what: string
  readonly key: string
  readonly beyond: string
  /**
   * Name in the database, for limits that survive a restart and are shared by all nodes within a second; others live in
   * one process.
   */
  readonly persistedAs?: string
  /**
   * What counts is rows of the database: no limiter is made for it, all nodes share it at once, and `RATE_LIMIT_SCALE` does
   * not multiply it.
   */
  readonly countsRows?: true
}

/** A maximum per window, which begins with the first count. */
export interface WindowLimit extends Described {
  readonly limit: number
  readonly windowMs: number
  /** Not multiplied by `RATE_LIMIT_SCALE`: it protects a secret or the log, and rejects no request. */
  readonly isFixed?: true
}

/** Exponential backoff: some failures are free, then each doubles the wait. */
export interface BackoffLimit extends Described {
  readonly free: number
  readonly maxWaitMs: number
  readonly maxPerDay: number
}

/** A maximum of concurrent ones. */
interface AtOnceLimit extends Described {
  readonly atOnce: number
}

/** A maximum of the expected waiting time. */
interface WaitLimit extends Described {
  readonly longestWaitMs: number
}

export type Limit = WindowLimit | BackoffLimit | AtOnceLimit | WaitLimit

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
