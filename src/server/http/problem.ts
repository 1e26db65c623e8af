import { type ErrorCode, errors } from '../../shared/errors.ts'

export interface ProblemDetails {
  /** Error text per field of the body. */
  readonly fields?: Readonly<Record<string, string>>
  /** Replaces the text of `errors.ts` where it must contain a fact. */
  readonly message?: string
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** An error response of the dashboard API. The code decides status and text; both stand in `errors.ts`. */
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
