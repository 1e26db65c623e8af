import { setImmediate } from 'node:timers/promises'
import { endUserSessions, isLockTightened } from '../../events/live-sessions.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { refreshCaller } from '../../http/auth/authenticate.ts'
import { type Actor, audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { ChangedRow, ColumnValues, Operation } from '../../store/undo/operations.ts'
import { leaseExpiry, renewLease } from './operation-lease.ts'
import type { BulkDeps } from './target.ts'

const rowsPerBatch = 250

type UndoActor = Actor & { readonly caller: Caller }

interface Undone {
  readonly restored: number
  readonly skipped: number
}

/**
 * Gives the rows of an operation their old values back. Who was changed again since keeps what he has; who gets another
 * machine back is signed out. Only with the last rows it is marked as done: an undo that broke off goes on when it is
 * asked for again, and none begins while the change itself is still under way.
 */
export async function undoOperation(
  deps: BulkDeps,
  actor: UndoActor,
  applicationId: number,
  operationId: string,
): Promise<Undone> {
  const { stores, clock } = deps
  const { operation, until } = await beginUndo(deps, actor, applicationId, operationId)
  let leasedUntil = until
  try {
    for (;;) {
      const step = await stores.transaction(async (tx) => {
        await findApplication(tx, await refreshCaller(tx, clock, actor.caller), applicationId, 'change')
        const next = await renewLease(tx, operationId, leasedUntil, clock.now())
        return { next, undone: await undoBatch(deps, tx, applicationId, operation) }
      })
      if (step.undone) return step.undone
      leasedUntil = step.next
      await setImmediate()
    }
  } catch (error) {
    // without this, too, the next one gets its turn: later
    await stores.transaction((tx) => tx.operations.releaseLease(operationId, leasedUntil)).catch(() => {})
    throw error
  }
}

function beginUndo({ stores, clock }: BulkDeps, actor: UndoActor, applicationId: number, operationId: string) {
  return stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'change')
    const operation = await tx.operations.find(applicationId, operationId)
    if (!operation) throw new Problem('operation_not_found')
    if (operation.undoneAt !== null || !operation.canUndo) throw new Problem('operation_undone')
    const now = clock.now()
    const until = leaseExpiry(now)
    if (!(await tx.operations.acquireLease(operationId, now, until))) throw new Problem('operation_running')
    const subject = `application ${applicationId}, operation ${operationId}`
    await audit(tx, actor, `${operation.entity}.undo_${operation.action}`, subject, now)
    return { operation, until }
  })
}

/** Undoes the next rows, once for all: they are forgotten with it. What became of all of them once none is left. */
async function undoBatch(
  { clock, recorder }: BulkDeps,
  tx: StoreSet,
  applicationId: number,
  { id, entity }: Operation,
): Promise<Undone | undefined> {
  const rows = await tx.operations.readUndoRows(id, rowsPerBatch)
  const store = entity === 'user' ? tx.bulkUsers : tx.bulkLicenses
  const restoredRows: ChangedRow[] = []
  for (const row of rows) if (await store.restore(applicationId, row)) restoredRows.push(row)
  if (entity === 'user') {
    const moved = restoredRows.filter(changesHwid).map(({ rowId }) => rowId)
    await endUserSessions(recorder, tx, applicationId, moved, clock.now())
  }
  await tx.operations.addRestored(id, restoredRows.length)
  const last = rows.at(-1)
  if (last) await tx.operations.deleteUndoRows(id, last.rowId)
  if (rows.length === rowsPerBatch) return undefined
  await tx.operations.markUndone(id, clock.now())
  const { changed = 0, restored = 0 } = (await tx.operations.find(applicationId, id)) ?? {}
  return { restored, skipped: changed - restored }
}

/** The row has now what it had before the change. */
function changesHwid({ oldValues: now, newValues: before }: ChangedRow): boolean {
  return isLockTightened(hwidLockIn(before), hwidLockIn(now))
}

/** A change keeps the columns that it writes: of one that is not among them nothing was changed. */
const hwidLockIn = ({ hwid = null, is_hwid_locked: isLocked }: ColumnValues) => ({
  hwid: hwid === null ? null : String(hwid),
  isHwidLocked: isLocked === 1,
})
