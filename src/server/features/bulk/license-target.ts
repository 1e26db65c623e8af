import type { z } from 'zod'
import type { LicenseAction, LicenseSelection } from '../../../shared/contract/bulk.ts'
import { sessionEnd } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { StoreSet } from '../../store/index.ts'
import { everyRow, licenseChange } from '../../store/undo/bulk-actions.ts'
import { describeValues } from './describe-values.ts'
import type { Batch, Target } from './target.ts'

interface Asked {
  readonly selection: z.output<typeof LicenseSelection>
  readonly action: z.output<typeof LicenseAction>
}

/** A bulk change of licenses. Users of a deleted license lose access, as with a single deletion. */
export function licenseTarget(recorder: Recorder, applicationId: number, asked: Asked, now: Date): Target {
  const { selection, action } = asked
  const filter = 'filter' in selection ? { ...selection.filter, now } : undefined
  const selected = 'filter' in selection ? { filter, except: selection.except } : selection
  const change = action.type === 'delete' ? everyRow : licenseChange(action, now)

  const remove = async (tx: StoreSet, ids: readonly number[], at: Date): Promise<Batch> => {
    // no seat can be claimed any more, and a license that stopped matching meanwhile is not deleted
    await tx.bulkLicenses.lock(applicationId, ids)
    const found = await tx.bulkLicenses.named(applicationId, ids, filter)
    for (const { id } of found) {
      await tx.licenses.expireUsers(applicationId, id, at)
      const ended = await tx.clientSessions.endForLicenseUsers(applicationId, id, 'ended_by_owner', at)
      for (const session of ended) await recorder.record(tx, sessionEnd(session, 'ended_by_owner', at))
      await tx.licenses.remove(applicationId, id)
    }
    return { found, changedIds: new Set(found.map(({ id }) => id)), kept: [] }
  }

  return {
    entity: 'license',
    action: action.type,
    canUndo: action.type !== 'delete',
    // deleting a license takes several statements
    rowsAtOnce: action.type === 'delete' ? 100 : 500,
    now,
    asked: JSON.stringify(['license', selection, action]),
    idsAfter: (stores, after, limit) => stores.bulkLicenses.idsAfter(applicationId, selected, after, limit),
    preview: (stores, sample) => stores.bulkLicenses.preview(applicationId, selected, change, sample),
    describe: ({ before, after }) => {
      if (action.type === 'delete') return { before: 'There', after: 'Deleted; its users lose access' }
      return { before: describeValues(before), after: describeValues(after) }
    },
    async change(tx, ids, at) {
      if (action.type === 'delete') return remove(tx, ids, at)
      const { found, changed } = await tx.bulkLicenses.change(applicationId, ids, filter, change)
      return { found, changedIds: new Set(changed.map(({ rowId }) => rowId)), kept: changed }
    },
  }
}
