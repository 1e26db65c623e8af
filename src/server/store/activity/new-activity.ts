import type { EventName } from '../../../shared/events.ts'

/** An event as it is written down. */
export interface NewActivity {
  readonly applicationId: number
  readonly event: EventName
  readonly success: boolean
  /** Code of the answer that was sent. */
  readonly code: string | null
  readonly userId: number | null
  /** As the caller typed it. */
  readonly username: string | null
  readonly ipAddress: string
  readonly userAgent: string
  /** How many of the same kind the row stands for. */
  readonly count: number
  readonly at: Date
  /** What was compared, where a refusal or its absence is worth explaining. */
  readonly detail?: ActivityDetail | undefined
}

/** What stands behind an answer. */
export interface ActivityDetail {
  /** Name of the outcome: finer than the code of the answer. */
  readonly outcome: string
  readonly compared: readonly ComparedValue[]
}

/** The stored value beside the sent one, as it may be shown; null where there is none, or none to show. */
export interface ComparedValue {
  readonly what: string
  readonly stored: string | null
  readonly sent: string | null
}
