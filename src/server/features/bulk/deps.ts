import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import type { Log } from '../../lib/log.ts'

/** What the calls that change many rows need of the server. */
export interface BulkDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
  readonly log: Log
  /** The keyed hash that shows a preview to be this server's own. */
  readonly sign: (text: string) => string
}
