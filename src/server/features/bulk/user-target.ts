import type { z } from 'zod'
import type { UserAction, UserSelection } from '../../../shared/contract/bulk.ts'
import { endUserSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { StoreSet } from '../../store/index.ts'
import { everyRow, userChange } from '../../store/undo/bulk-actions.ts'
import { describeValues } from './describe-values.ts'
import type { Batch, Target } from './target.ts'

interface Asked {
  readonly selection: z.output<typeof UserSelection>
  readonly action: z.output<typeof UserAction>
}

/** A bulk change of users. Users who lose a device or are deleted are signed out, as with a single change. */
export function userTarget(recorder: Recorder, applicationId: number, asked: Asked, now: Date): Target {
  const { selection, action } = asked
  const filter = 'filter' in selection ? { ...selection.filter, now } : undefined
  const selected = 'filter' in selection ? { filter, except: selection.except } : selection
  const change = action.type === 'delete' ? everyRow : userChange(action, now)

  const remove = async (tx: StoreSet, ids: readonly number[], at: Date): Promise<Batch> => {
    const found = await tx.bulkUsers.remove(applicationId, ids, filter)
    const removed = found.map(({ id }) => id)
    await endUserSessions(recorder, tx, applicationId, removed, at)
    return { found, changedIds: new Set(removed), kept: [] }
  }

  return {
    entity: 'user',
    action: action.type,
    canUndo: action.type !== 'delete',
    rowsAtOnce: 500,
    now,
    asked: JSON.stringify(['user', selection, action]),
    idsAfter: (stores, after, limit) => stores.bulkUsers.idsAfter(applicationId, selected, after, limit),
    preview: (stores, sample) => stores.bulkUsers.preview(applicationId, selected, change, sample),
    describe: ({ before, after }) => {
      if (action.type === 'delete') return { before: 'Exists', after: 'Deleted' }
      return { before: describeValues(before), after: describeValues(after) }
    },
    async change(tx, { ids }, at) {
      if (action.type === 'delete') return remove(tx, ids, at)
      const { found, changed } = await tx.bulkUsers.change(applicationId, ids, filter, change)
      const changedIds = new Set(changed.map(({ rowId }) => rowId))
      if (action.type === 'reset_hwid') await endUserSessions(recorder, tx, applicationId, [...changedIds], at)
      return { found, changedIds, kept: changed }
    },
  }
}
