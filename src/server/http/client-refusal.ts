import { type ErrorCode, errors } from '../../shared/errors.ts'
import { type OutcomeCode, type OutcomeKey, outcomeRow, outcomes } from '../../shared/outcomes.ts'

/** A refusal of the public API as it goes out. */
export interface ClientRefusal {
  readonly success: false
  readonly code: OutcomeCode
  readonly message: string
  readonly request_id: string
}

/** Faults that both APIs know (bad JSON, too large, overloaded …), in the shape of the public API. */
export function clientRefusal(code: ErrorCode, message: string, requestId: string): ClientRefusal {
  const key: OutcomeKey = code in outcomes ? (code as OutcomeKey) : 'invalid_request'
  const row = outcomeRow(key)
  const isPlain = message === errors[code][1]
  return { success: false, code: row.code, message: isPlain ? row.message : message, request_id: requestId }
}
