import type { Right } from '../../../shared/rights.ts'
import { Unavailable } from '../../db/open.ts'
import { endUserSessions, isLockTightened } from '../../events/live-sessions.ts'
import { findApplication, requireRight } from '../../http/auth/application-access.ts'
import { type CallerProof, proofOf } from '../../http/auth/authenticate.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import { createPace } from '../../lib/pace.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import { runSlice } from '../../operations/run-slice.ts'
import type { StoreSet } from '../../store/index.ts'
import type { ChangedFields } from '../../store/undo/changed-fields.ts'
import type { Operation } from '../../store/undo/operations.ts'
import type { RunActor } from './run-operation.ts'
import type { BulkDeps } from './target.ts'

interface Undone {
  readonly restored: number
  readonly skipped: number
}

/**
 * Restores the rows of an operation. Rows that changed since are skipped; users who get another device back are signed
 * out. The operation is marked as undone with the last slice; an undo that a restart interrupted goes on by itself, one
 * that was stopped when it is requested again, and none starts while the change is still running.
 */
export async function undoOperation(
  deps: BulkDeps,
  actor: RunActor,
  applicationId: number,
  operationId: string,
): Promise<Undone> {
  const { operation, until } = await beginUndo(deps, actor, applicationId, operationId)
  return runUndo(deps, { applicationId, operation, proof: proofOf(actor.caller), leasedUntil: until })
}

/** An undo that this server holds the lease of. */
interface HeldUndo {
  readonly applicationId: number
  readonly operation: Operation
  /** Who asked for it, and must still be allowed to. */
  readonly proof: CallerProof
  readonly leasedUntil: Date
}

/** Undoes what is left. Unless the server stops, a failure ends the undo: it goes on when it is requested again. */
export async function runUndo(deps: BulkDeps, undo: HeldUndo): Promise<Undone> {
  const { stores, clock, stopping } = deps
  const { applicationId, operation, proof } = undo
  const { id } = operation
  const pace = createPace({ ...stores.slices, signal: stopping })
  let { leasedUntil } = undo
  try {
    for (;;) {
      if (stopping.aborted) throw new Unavailable('The server is stopping.')
      const slice = await pace.slice((rows) =>
        runSlice(deps, { id, applicationId, proof, right: rightToUndo(operation), leasedUntil }, (tx) =>
          undoSlice(deps, tx, applicationId, operation, rows),
        ),
      )
      if (slice.result) return slice.result
      leasedUntil = slice.leasedUntil
    }
  } catch (error) {
    const end = stores.transaction(async (tx) => {
      if (!stopping.aborted) await tx.operations.giveUp(id, leasedUntil, clock.now())
      await tx.operations.releaseLease(id, leasedUntil)
    })
    // if this fails, the lease expires by itself
    await end.catch(() => {})
    throw error
  }
}

/** Who may change one user may undo that too. */
const rightToUndo = ({ entity, total }: Pick<Operation, 'entity' | 'total'>): Right =>
  entity === 'user' && total === 1 ? 'help' : 'manage'

function beginUndo({ stores, clock }: BulkDeps, actor: RunActor, applicationId: number, operationId: string) {
  return stores.transaction(async (tx) => {
    const application = await findApplication(tx, actor.caller, applicationId, 'help')
    const operation = await tx.operations.find(applicationId, operationId)
    if (!operation) throw new Problem('operation_not_found')
    requireRight(actor.caller, application, rightToUndo(operation), 'application_not_found')
    if (operation.undoneAt !== null || !operation.canUndo) throw new Problem('operation_undone')
    const now = clock.now()
    const until = leaseExpiry(now)
    if (!(await tx.operations.acquireLease(operationId, now, until, JSON.stringify(proofOf(actor.caller)))))
      throw new Problem('operation_running')
    const subject = ofApplication(applicationId, `, operation ${operationId}`)
    await audit(tx, actor, `${operation.entity}.undo_${operation.action}`, subject, now)
    return { operation, until }
  })
}

/** Undoes the next rows and deletes their snapshots. Returns the totals once none is left. */
async function undoSlice(
  { clock, recorder }: BulkDeps,
  tx: StoreSet,
  applicationId: number,
  { id, entity }: Operation,
  limit: number,
): Promise<Undone | undefined> {
  const rows = await tx.operations.readUndoRows(id, limit)
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
  if (!(await tx.operations.addRestored(id, restoredRows))) throw new Problem('operation_stopped', { message: stopped })
  const last = rows.at(-1)
  if (last) await tx.operations.deleteUndoRows(id, last.rowId)
  if (rows.length === limit) return undefined
  await tx.operations.markUndone(id, clock.now())
  const { changed = 0, restored = 0 } = (await tx.operations.find(applicationId, id)) ?? {}
  return { restored, skipped: changed - restored }
}

const stopped = 'The undo was stopped. Rows restored so far stay restored.'

/** Fields that the change did not touch are missing on both sides, so their defaults compare as equal. */
const hwidLockIn = ({ hwid = null, isHwidLocked = false }: ChangedFields) => ({ hwid, isHwidLocked })
