import type { LiveSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { LoginInspector } from '../../operations/login-inspection.ts'

/** What the calls about one user need from the server. */
export interface UserInspectionDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly live: LiveSessions
  readonly recorder: Recorder
  readonly inspector: LoginInspector
}
