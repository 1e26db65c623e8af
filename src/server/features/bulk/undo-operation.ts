import { setImmediate } from 'node:timers/promises'
import { endUserSessions, isLockTightened } from '../../events/live-sessions.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { refreshCaller } from '../../http/auth/authenticate.ts'
import { type Actor, audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { ChangedFields } from '../../store/undo/changed-fields.ts'
import type { Operation } from '../../store/undo/operations.ts'
import { leaseExpiry, renewLease } from './operation-lease.ts'
import type { BulkDeps } from './target.ts'

const rowsPerBatch = 250

type UndoActor = Actor & { readonly caller: Caller }

interface Undone {
  readonly restored: number
  readonly skipped: number
}

/**
 * Restores the rows of an operation. Rows that changed since are skipped; users who get another device back are signed
 * out. The operation is marked as undone with the last batch: an interrupted undo continues when it is requested again,
 * and none starts while the change is still running.
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
    // if this fails, the lease expires by itself
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

/** Undoes the next batch and deletes its snapshots. Returns the totals once none is left. */
async function undoBatch(
  { clock, recorder }: BulkDeps,
  tx: StoreSet,
  applicationId: number,
  { id, entity }: Operation,
): Promise<Undone | undefined> {
  const rows = await tx.operations.readUndoRows(id, rowsPerBatch)
  const store = entity === 'user' ? tx.bulkUsers : tx.bulkLicenses
  let restoredRows = 0
  const usersToSignOut: number[] = []
  for (const row of rows) {
    const restored = await store.restore(applicationId, row)
    if (!restored) continue
    restoredRows += 1
    const { before, after } = restored
    if (entity === 'user' && isLockTightened(hwidLockIn(before), hwidLockIn(after))) usersToSignOut.push(row.rowId)
  }
  await endUserSessions(recorder, tx, applicationId, usersToSignOut, clock.now())
  await tx.operations.addRestored(id, restoredRows)
  const last = rows.at(-1)
  if (last) await tx.operations.deleteUndoRows(id, last.rowId)
  if (rows.length === rowsPerBatch) return undefined
  await tx.operations.markUndone(id, clock.now())
  const { changed = 0, restored = 0 } = (await tx.operations.find(applicationId, id)) ?? {}
  return { restored, skipped: changed - restored }
}

/** Fields that the change did not touch are missing on both sides, so their defaults compare as equal. */
const hwidLockIn = ({ hwid = null, isHwidLocked = false }: ChangedFields) => ({ hwid, isHwidLocked })
