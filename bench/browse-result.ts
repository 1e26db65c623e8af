/** The task of `browse-users.ts`. */
export interface BrowseCall {
  readonly origin: string
  readonly cookie: string
  /** Number of users in the list. */
  readonly users: number
  readonly loads: number
  readonly searches: number
}

/** The measured values; times are in milliseconds unless stated otherwise. */
export interface BrowseResult {
  readonly readyMs: readonly number[]
  /** From the last key to the rows. */
  readonly searchMs: readonly number[]
  /** Of each click and key press. */
  readonly interactionsMs: readonly number[]
  /** Between two frames while scrolling. */
  readonly framesMs: readonly number[]
  /** The largest number of rows in the document at once. */
  readonly mounted: number
  readonly scrolledBytes: number
  /** How many users were scrolled through, and how long it took. */
  readonly reached: number
  readonly reachedSeconds: number
  readonly endBytes: number
  readonly endInteractionsMs: readonly number[]
}
