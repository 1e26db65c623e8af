import { messageText } from '../../../shared/messages.ts'
import { type OutcomeKey, outcomeRow } from '../../../shared/outcomes.ts'
import type { ClientContext } from './context.ts'

/** An answer of the public API before it is written to the wire. */
export interface ClientAnswer {
  readonly outcome: OutcomeKey
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** Facts that belong to one answer: `user_id`, `session_token`, `reason` … */
export type AnswerFields = Readonly<Record<string, unknown>>

/** Makes the answer of an outcome: status and code from the table, the text the maker's own where there is one. */
export function answer(
  outcome: OutcomeKey,
  requestId: string,
  context: ClientContext | undefined,
  fields?: AnswerFields,
): ClientAnswer {
  const row = outcomeRow(outcome)
  const message =
    row.custom && context ? messageText(row.custom, context.applicationTexts, context.accountTexts) : row.message
  return {
    outcome,
    status: row.status,
    body: { success: row.status === 200, code: row.code, message, ...fields, request_id: requestId },
  }
}

/** A 429: says when to come back, in whole seconds. */
export function rateLimited(requestId: string, retryAfterMs: number): ClientAnswer {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return { ...answer('rate_limited', requestId, undefined), retryAfterSeconds }
}

/** A 400 whose text names the field. */
export function invalidRequest(requestId: string, message: string): ClientAnswer {
  return answer('invalid_request', requestId, undefined, { message })
}
