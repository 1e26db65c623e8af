import { type ErrorCode, errors } from '../../shared/errors.ts'
import { type OutcomeCode, type OutcomeKey, outcomeRow } from '../../shared/outcomes.ts'

export interface ProblemDetails {
  /** Error text per field of the body. */
  readonly fields?: Readonly<Record<string, string>>
  /** Replaces the text of `errors.ts` where it must contain a fact. */
  readonly message?: string
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** When a refusal ends, with `release_too_soon` and `device_offline`; null: never. */
  readonly nextAt?: Date | null
  /** What a sign-in would be refused with, with `offline_refused`. */
  readonly reason?: OutcomeKey
}

/** An error response of the dashboard API. The code decides status and text; both stand in `errors.ts`. */
export class Problem extends Error {
  readonly code: ErrorCode | OutcomeCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ErrorCode | RefusedOutcome, details: ProblemDetails = {}) {
    const [status, message] = typeof code === 'string' ? errors[code] : [code.status, code.message]
    super(details.message ?? message)
    this.code = typeof code === 'string' ? code : code.code
    this.status = status
    this.details = details
  }
}

interface RefusedOutcome {
  readonly code: OutcomeCode
  readonly status: number
  readonly message: string
}

/** What the public API refuses, answered by the portal: with its status and code, and the developer's own text. */
export function outcomeProblem(outcome: OutcomeKey, message: string, retryAfterMs = 0): Problem {
  const retry = retryAfterMs > 0 ? { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) } : {}
  return new Problem(outcomeRow(outcome), { message, ...retry })
}
