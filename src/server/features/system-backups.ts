import type { systemBackupRoutes } from '../../shared/contract/system-backups.ts'
import type { AskedBy } from '../backups/backup-record.ts'
import type { Backups } from '../backups/open-backups.ts'
import { NoRoom } from '../backups/room.ts'
import type { Caller } from '../http/auth/authenticate.ts'
import { clientIp } from '../http/client-ip.ts'
import type { Actor } from '../http/dashboard.ts'
import type { Limiters } from '../http/limits/limiters.ts'
import { refuseFor } from '../http/limits/rate-limit.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'

export interface SystemBackupDeps {
  /** Absent where the database is not embedded. */
  readonly backups: Backups | undefined
  readonly limiters: Limiters
  readonly isDemo: boolean
}

/** Backups on the dashboard. No download and no restore: a stolen cookie would be the whole database. */
export function systemBackupHandlers({
  backups,
  limiters,
  isDemo,
}: SystemBackupDeps): Handlers<typeof systemBackupRoutes> {
  const limit = limiters.window('backups')
  const open = (caller: Caller): Backups => {
    requireOwner(caller)
    if (!backups) throw new Problem('not_embedded')
    return backups
  }
  const openToChange = (caller: Caller): Backups => {
    requireOwner(caller)
    if (isDemo) throw new Problem('not_in_demo')
    return open(caller)
  }
  return {
    'GET /api/system/backups': ({ caller }) => open(caller).list(),

    'POST /api/system/backups': async ({ caller, request }) => {
      const opened = openToChange(caller)
      refuseFor(limit.retryAfterMs('all'))
      const begun = await opened.start(askedBy({ caller, request })).catch(refuseFullDisk)
      if (begun === 'running') throw new Problem('backup_running')
      limit.count('all')
      return begun
    },

    'POST /api/system/backups/:id/rehearse': async ({ caller, request, params: { id } }) => {
      const opened = openToChange(caller)
      refuseFor(limit.retryAfterMs('all'))
      const begun = await opened.rehearse(id, askedBy({ caller, request }))
      if (begun === 'missing') throw new Problem('backup_not_found')
      if (begun === 'running') throw new Problem('backup_running')
      limit.count('all')
      return { id }
    },
  }
}

/** The role itself: no permission gives this. */
function requireOwner({ role }: Caller): void {
  if (role !== 'owner') throw new Problem('permission_missing', { message: 'Only owners see and make backups.' })
}

const askedBy = ({ caller, request }: Actor): AskedBy => ({
  accountId: caller.accountId,
  actor: caller.email,
  ip: clientIp(request),
})

function refuseFullDisk(error: unknown): never {
  if (error instanceof NoRoom) throw new Problem('disk_full', { message: `There is no room. ${error.message}` })
  throw error
}
