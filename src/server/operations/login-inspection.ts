import type { OutcomeKey } from '../../shared/outcomes.ts'
import type { ComparedValue } from '../store/activity/new-activity.ts'

interface LoginQuestion {
  readonly username: string
  readonly ip: string
  readonly version: string | undefined
  readonly hwid: string | undefined
}

export interface LoginInspection {
  /** What a login with the right password would be answered now. */
  readonly code: string
  readonly message: string
  readonly isSuccess: boolean
  readonly bindsHwid: boolean
  /** Every rejection that applies, in the order of the checks. */
  readonly refusals: readonly OutcomeKey[]
  /** What a check compares. */
  compared(check: OutcomeKey): readonly ComparedValue[]
}

/** Dry run of a login: decides by the rules of the public API, but counts and writes nothing. */
export interface LoginInspector {
  /** When access ends; null: never. Undefined: no such user. */
  expiresAtMs(applicationId: number, userId: number): Promise<number | null | undefined>
  /** Undefined: no such application. */
  login(applicationId: number, question: LoginQuestion): Promise<LoginInspection | undefined>
  /** A login with the key of the license alone. Undefined: no such application. */
  license(applicationId: number, licenseId: number, question: LoginQuestion): Promise<LoginInspection | undefined>
}
