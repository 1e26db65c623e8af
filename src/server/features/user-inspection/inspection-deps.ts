import type { OutcomeKey } from '../../../shared/outcomes.ts'
import type { LiveSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { ComparedValue } from '../../store/activity/new-activity.ts'

/** What the calls about one user need from the server. */
export interface UserInspectionDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly live: LiveSessions
  readonly recorder: Recorder
  readonly inspector: LoginInspector
}

interface LoginQuestion {
  readonly username: string
  readonly ip: string
  readonly version: string | undefined
  readonly hwid: string | undefined
}

interface InspectedLogin {
  /** What a login with the correct password would be answered now. */
  readonly code: string
  readonly message: string
  readonly isSuccess: boolean
  readonly bindsHwid: boolean
  /** Every refusal that applies, in the order of the checks. */
  readonly refusals: readonly OutcomeKey[]
  /** What a check compares. */
  compared(check: OutcomeKey): readonly ComparedValue[]
}

/** Decides by the same rules as the public API; records nothing. */
interface LoginInspector {
  /** When access ends; null: never. Undefined: no such user. */
  expiresAtMs(applicationId: number, userId: number): Promise<number | null | undefined>
  login(applicationId: number, question: LoginQuestion): Promise<InspectedLogin | undefined>
  /** A sign-in with the key of the license alone. */
  license(applicationId: number, licenseId: number, question: LoginQuestion): Promise<InspectedLogin | undefined>
}
