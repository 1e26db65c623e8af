/** What all limits say of themselves; the words stand in docs/decisions/rate-limits.md. */
interface Described {
  /** As in the table of the document; parts of one promise share it. */
  readonly id: `R${number}`
  readonly what: string
  readonly key: string
  readonly beyond: string
  /** Its name in the database, where it outlives a restart and the nodes share it within a second; else it is a process's own. */
  readonly persistedAs?: string
  /** `RATE_LIMIT_SCALE` leaves it alone: it protects a secret, and refuses no call. */
  readonly isFixed?: true
}

/** So many within a window that begins with the first of them. */
export interface WindowLimit extends Described {
  readonly limit: number
  readonly windowMs: number
}

/** Some are free; then each doubles the wait. */
export interface BackoffLimit extends Described {
  readonly free: number
  readonly maxWaitMs: number
  readonly maxPerDay: number
}

/** So many at the same moment. */
interface AtOnceLimit extends Described {
  readonly atOnce: number
}

export type Limit = WindowLimit | BackoffLimit | AtOnceLimit

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
