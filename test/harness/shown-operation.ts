/** An operation as the dashboard gets it. */
export interface ShownOperation {
  readonly id: string
  readonly action: string
  readonly total: number
  readonly done: number
  readonly changed: number
  readonly restored: number
  readonly finishedAt: string | null
  readonly stoppedAt: string | null
  readonly undoneAt: string | null
}
