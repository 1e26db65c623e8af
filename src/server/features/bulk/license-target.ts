import type { z } from 'zod'
import type { LicenseAction, LicenseSelection, StoredLicenseAction } from '../../../shared/contract/bulk.ts'
import type { Recorder } from '../../events/recorder.ts'
import { Problem } from '../../http/problem.ts'
import { offeredPreset } from '../../operations/offered-preset.ts'
import type { StoreSet } from '../../store/index.ts'
import { everyRow, licenseChange } from '../../store/undo/bulk-actions.ts'
import { deleteLicensePart } from './delete-license-part.ts'
import { describeValues } from './describe-values.ts'
import type { Batch, Slice, Target } from './target.ts'

interface Asked {
  readonly selection: z.output<typeof LicenseSelection>
  readonly action: z.output<typeof StoredLicenseAction>
}

/** What was asked, with the values of the preset that it names: a preview and its change have the same ones. */
export async function withPresetValues<Sent extends { readonly action: z.output<typeof LicenseAction> }>(
  { licensePresets }: Pick<StoreSet, 'licensePresets'>,
  applicationId: number,
  { action, ...rest }: Sent,
): Promise<Omit<Sent, 'action'> & Pick<Asked, 'action'>> {
  if (action.type !== 'apply_preset') return { ...rest, action }
  const preset = offeredPreset(await licensePresets.find(applicationId, action.presetId))
  const { maxDevices, maxSessions, graceDays, features } = preset
  return { ...rest, action: { ...action, maxDevices, maxSessions, graceDays, features } }
}

/** A bulk change of licenses. Users of a deleted license lose access, as with a single deletion. */
export function licenseTarget(recorder: Recorder, applicationId: number, asked: Asked, now: Date): Target {
  const { selection, action } = asked
  const filter = 'filter' in selection ? { ...selection.filter, now } : undefined
  const selected = 'filter' in selection ? { filter, except: selection.except } : selection
  const change = action.type === 'delete' ? everyRow : licenseChange(action, now)

  /**
   * Deletes as many as there is room for with their users. One that has lost users matches the filter no more, perhaps:
   * the next slice knows it as begun.
   */
  const remove = async (tx: StoreSet, { ids, begunId, room }: Slice, at: Date): Promise<Batch> => {
    // no seat can be claimed any more, and a license that stopped matching meanwhile is not deleted
    await tx.bulkLicenses.lock(applicationId, ids)
    const begun = begunId === null ? [] : await tx.bulkLicenses.named(applicationId, [begunId], undefined)
    const matching = await tx.bulkLicenses.named(applicationId, ids, filter)
    const found = new Map([...matching, ...begun].map((row) => [row.id, row]))
    const changedIds = new Set<number>()
    let left = room
    for (const [done, id] of ids.entries()) {
      if (left <= 0) return { done, found: [...found.values()], changedIds, kept: [] }
      if (!found.has(id)) continue
      const { users, isDeleted } = await deleteLicensePart(recorder, tx, { applicationId, id }, at, left)
      if (!isDeleted) return { done, begunId: id, found: [...found.values()], changedIds, kept: [] }
      changedIds.add(id)
      left -= users + 1
    }
    return { found: [...found.values()], changedIds, kept: [] }
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
      if (action.type === 'delete') return { before: 'Exists', after: 'Deleted; its users lose access' }
      return { before: describeValues(before), after: describeValues(after) }
    },
    async change(tx, slice, at) {
      if (action.type === 'delete') return remove(tx, slice, at)
      const { ids } = slice
      if (action.type === 'apply_preset' && !(await tx.licensePresets.hold(applicationId, action.presetId))) {
        throw new Problem('preset_not_found')
      }
      const { found, changed } = await tx.bulkLicenses.change(applicationId, ids, filter, change)
      return { found, changedIds: new Set(changed.map(({ rowId }) => rowId)), kept: changed }
    },
  }
}
