import type { EventName } from '../../shared/events.ts'
import type { OutcomeRow } from '../../shared/outcomes/outcome-row.ts'
import { outcomes } from '../../shared/outcomes.ts'
import * as texts from '../texts/common.ts'

const endings: Readonly<Record<string, string>> = {
  timeout: texts.noHeartbeatFor90,
  logout: texts.theUserLoggedOut,
  replaced: texts.replacedByANewer,
  ended_by_owner: texts.endedFromTheDashboard,
}

const rows: readonly OutcomeRow[] = Object.values(outcomes)

/** Why it failed, in one sentence; undefined for success. `activityReason(row)` */
export function activityReason(row: {
  readonly event: EventName
  readonly success: boolean
  readonly code: string | null
}): string | undefined {
  if (row.code === null) return undefined
  if (row.event === 'session_end') return endings[row.code]
  if (row.success) return undefined
  // One event and one code for both.
  if (row.event === 'login_blocked_username') return texts.theUsernameOrEmail
  const same = rows.filter((outcome) => outcome.code === row.code)
  return (same.find((outcome) => outcome.event === row.event) ?? same[0])?.meaning
}
