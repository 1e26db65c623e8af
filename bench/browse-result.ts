/** What `browse-users.ts` is asked to do. */
export interface BrowseCall {
  readonly origin: string
  readonly cookie: string
  /** How many users the list has. */
  readonly users: number
  readonly loads: number
  readonly searches: number
}

/** What it saw; times in milliseconds unless they say otherwise. */
export interface BrowseResult {
  readonly readyMs: readonly number[]
  /** From the last key to the rows. */
  readonly searchMs: readonly number[]
  /** Of each click and key. */
  readonly interactionsMs: readonly number[]
  /** Between two frames while scrolling. */
  readonly framesMs: readonly number[]
  /** The most rows that the document held at once. */
  readonly mounted: number
  readonly scrolledBytes: number
  /** How many users were scrolled through, and in which time. */
  readonly reached: number
  readonly reachedSeconds: number
  readonly endBytes: number
  readonly endInteractionsMs: readonly number[]
}
