import type { EventName } from '../../../shared/events.ts'

/** An event for the activity log. */
export interface NewActivity {
  readonly applicationId: number
  readonly event: EventName
  readonly success: boolean
  /** Code of the response. */
  readonly code: string | null
  readonly userId: number | null
  /** As the caller typed it. */
  readonly username: string | null
  readonly ipAddress: string
  readonly userAgent: string
  /** How many throttled events of the same kind the row represents. */
  readonly count: number
  readonly at: Date
  /** The compared values, where they explain a rejection or a success. */
  readonly detail?: ActivityDetail | undefined
  /** What an event of the group Selling is about; of several licenses the first. */
  readonly orderId?: number | null | undefined
  readonly licenseId?: number | null | undefined
}

/** Why the response was what it was. */
export interface ActivityDetail {
  /** Name of the outcome, which is more specific than the response's code. */
  readonly outcome: string
  readonly compared: readonly ComparedValue[]
}

/** A stored and a sent value in displayable form; null where there is none, or none to show. */
export interface ComparedValue {
  readonly what: string
  readonly stored: string | null
  readonly sent: string | null
}
