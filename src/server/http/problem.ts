import { type ErrorCode, errors } from '../../shared/errors.ts'

export interface ProblemDetails {
  /** What is wrong with which field of the body. */
  readonly fields?: Readonly<Record<string, string>>
  /** Replaces the table's text where a fact belongs into it. */
  readonly message?: string
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** A refusal of the dashboard API. The code decides status and text; both stand in `errors.ts`. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: ProblemDetails

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.message ?? errors[code][1])
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code][0]
  }
}
