import { setImmediate } from 'node:timers/promises'
import { endByOwner, isLockTightened } from '../../events/end-by-owner.ts'
import { findApplication } from '../../http/application-access.ts'
import type { Caller } from '../../http/authenticate.ts'
import { callerNow } from '../../http/caller-now.ts'
import { type Actor, audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { ChangedRow, ColumnValues } from '../../store/operations.ts'
import type { Bulk } from './bulk.ts'

const rowsPerBatch = 250

/**
 * Gives the rows of an operation their old values back. Who was changed again since keeps what he has; who gets another
 * machine back is signed out.
 */
export async function undo(
  { stores, clock, recorder }: Bulk,
  actor: Actor & { readonly caller: Caller },
  applicationId: number,
  operationId: string,
): Promise<{ restored: number; skipped: number }> {
  const operation = await stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'change')
    const found = await tx.operations.find(applicationId, operationId)
    if (!found) throw new Problem('operation_not_found')
    if (!(await tx.operations.markUndone(applicationId, operationId, clock.now()))) {
      throw new Problem('operation_undone')
    }
    const subject = `application ${applicationId}, operation ${operationId}`
    await audit(tx, actor, `${found.entity}.undo_${found.action}`, subject, clock.now())
    return found
  })
  let restored = 0
  let skipped = 0
  let after = 0
  for (;;) {
    const rows = await stores.operations.rowsAfter(operationId, after, rowsPerBatch)
    const batch = await stores.transaction(async (tx) => {
      await findApplication(tx, await callerNow(tx, clock, actor.caller), applicationId, 'change')
      const store = operation.entity === 'user' ? tx.bulkUsers : tx.bulkLicenses
      const given: ChangedRow[] = []
      for (const row of rows) if (await store.restore(applicationId, row)) given.push(row)
      if (operation.entity === 'user') {
        const moved = given.filter(movesMachine).map(({ rowId }) => rowId)
        await endByOwner(recorder, tx, applicationId, moved, clock.now())
      }
      return given.length
    })
    restored += batch
    skipped += rows.length - batch
    after = lastOf(rows)?.rowId ?? after
    if (rows.length < rowsPerBatch) return { restored, skipped }
    await setImmediate()
  }
}

/** The row has now what it had before the change. */
function movesMachine({ oldValues: now, newValues: before }: ChangedRow): boolean {
  return isLockTightened(lockIn(before), lockIn(now))
}

/** A change keeps the columns that it writes: of one that is not among them nothing was changed. */
const lockIn = ({ hwid = null, is_hwid_locked: isLocked }: ColumnValues) => ({
  hwid: hwid === null ? null : String(hwid),
  isHwidLocked: isLocked === 1,
})

const lastOf = (rows: readonly ChangedRow[]) => rows.at(-1)
