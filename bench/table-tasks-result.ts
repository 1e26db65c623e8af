/** The task of `browse-tasks.ts`. */
export interface TasksCall {
  readonly origin: string
  readonly cookie: string
  readonly rounds: number
}

/** The CPU time of the longest task of an action, in each round. */
export type TasksResult = readonly { readonly name: string; readonly longestMs: readonly number[] }[]
