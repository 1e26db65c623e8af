import type { EventName } from '../events.ts'
import type { MessageName } from '../messages.ts'

/** The words by which older clients recognize a refusal, in the order in which they search for them (document 2, 8). */
export const clientHints = {
  version: /version|update/i,
  hardware: /hardware|hwid/i,
  expired: /expired/i,
  disabled: /disabled|paused/i,
  blocked: /blacklisted|blocked/i,
} as const

type OutcomeGroup = 'Authentication' | 'Security' | 'API' | 'Success'

/** Everything about one response of the public API. One row per reason. */
export interface OutcomeRow {
  /** Stable, never translated or customized. Equals the row's key, unless several reasons share one code. */
  readonly code: string
  readonly status: number
  readonly group: OutcomeGroup
  /** Short text, a heading of the Error Messages Reference. */
  readonly title: string
  /** Sent unless a custom message replaces it. */
  readonly message: string
  /** Which of the six custom messages replaces `message`. */
  readonly custom?: MessageName
  /** What login, register, session start and session end log; verify and heartbeat never log. */
  readonly event?: EventName
  readonly meaning: string
  readonly remedy: string
  /** The hint that `message` must match, so that clients which parse texts understand it. */
  readonly clientHint?: keyof typeof clientHints
}
