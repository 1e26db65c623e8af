import type { OutgoingHttpHeaders } from 'node:http'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { type OutcomeCode, type OutcomeKey, outcomeRow, outcomes } from '../../shared/outcomes.ts'

/** A rejection of the public API as it is sent. */
export interface ClientRefusal {
  readonly success: false
  readonly code: OutcomeCode
  readonly message: string
  readonly request_id: string
}

/** Errors that both APIs know (invalid JSON, too large, overloaded …), in the format of the public API. */
export function clientRefusal(code: ErrorCode | OutcomeCode, message: string, requestId: string): ClientRefusal {
  const key: OutcomeKey = code in outcomes ? (code as OutcomeKey) : 'invalid_request'
  const row = outcomeRow(key)
  const isPlain = code in errors && message === errors[code as ErrorCode][1]
  return { success: false, code: row.code, message: isPlain ? row.message : message, request_id: requestId }
}

/** A response as it is sent; signing adds headers only. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  readonly headers: OutgoingHttpHeaders
}

/** Serializes a response of the public API. */
export function jsonAnswer(status: number, body: object, retryAfterSeconds: number | undefined): WireAnswer {
  const text = JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store, no-transform',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status, text, headers }
}
