import type { z } from 'zod'
import type { LicenseAction, LicenseSelection } from '../../../shared/contract/bulk.ts'
import type { StoreSet } from '../../store/index.ts'
import { everyRow, licenseChange } from '../../store/undo/bulk-actions.ts'
import { pickColumns } from '../../store/undo/bulk-rows.ts'
import { describeValues } from './describe-values.ts'
import type { Batch, Target } from './target.ts'
import type { RecordEnds } from './user-target.ts'

interface Asked {
  readonly selection: z.output<typeof LicenseSelection>
  readonly action: z.output<typeof LicenseAction>
}

/** A change of many licenses. The users of a deleted one lose access, as by hand. */
export function licenseTarget(applicationId: number, asked: Asked, now: Date, recordEnds: RecordEnds): Target {
  const { selection, action } = asked
  const filter = 'filter' in selection ? { ...selection.filter, now } : undefined
  const selected = 'filter' in selection ? { filter, except: selection.except } : selection
  const change = action.type === 'delete' ? everyRow : licenseChange(action, now)

  const remove = async (tx: StoreSet, ids: readonly number[], at: Date): Promise<Batch> => {
    // nobody takes a seat any more, and none that stopped matching meanwhile is deleted
    await tx.bulkLicenses.lock(applicationId, ids)
    const found = await tx.bulkLicenses.named(applicationId, ids, filter)
    for (const { id } of found) {
      await tx.licenses.expireUsers(applicationId, id, at)
      await recordEnds(tx, await tx.clientSessions.endForLicenseUsers(applicationId, id, 'ended_by_owner', at), at)
      await tx.licenses.remove(applicationId, id)
    }
    return { found, changedIds: new Set(found.map(({ id }) => id)), kept: [] }
  }

  return {
    entity: 'license',
    action: action.type,
    canUndo: action.type !== 'delete',
    // a license that goes takes several statements with it
    batchSize: action.type === 'delete' ? 100 : 500,
    asked: JSON.stringify(['license', selection, action]),
    idsAfter: (stores, after, limit) => stores.bulkLicenses.idsAfter(applicationId, selected, after, limit),
    preview: (stores, sample) => stores.bulkLicenses.preview(applicationId, selected, change, sample),
    describe: ({ values }) => {
      if (action.type === 'delete') return { before: 'There', after: 'Deleted; its users lose access' }
      const after = change.newValues(values)
      return { before: describeValues(pickColumns(Object.keys(after), values)), after: describeValues(after) }
    },
    async change(tx, ids, at) {
      if (action.type === 'delete') return remove(tx, ids, at)
      const { found, changed } = await tx.bulkLicenses.change(applicationId, ids, filter, change)
      return { found, changedIds: new Set(changed.map(({ rowId }) => rowId)), kept: changed }
    },
  }
}
