import { uuidv7 } from 'uuidv7'
import type { licenseRoutes } from '../../../shared/contract/licenses.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { proofOf } from '../../http/auth/authenticate.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import type { StoreSet } from '../../store/index.ts'
import { newListId } from '../../store/undo/operation-list.ts'
import { deleteLicensePart } from './delete-license-part.ts'
import { licenseTarget } from './license-target.ts'
import { type HeldOperation, type RunActor, runOperation } from './run-operation.ts'
import type { BulkDeps } from './target.ts'

/** A license of at most this many users is deleted in one transaction. */
const usersAtOnce = 500

const deleteKey = 'DELETE /api/applications/:id/licenses/:licenseId'

/** Deletes one license. One with many users is deleted like many: in slices, and by the next server after a kill. */
export function licenseDeletionHandlers(deps: BulkDeps): Handlers<Pick<typeof licenseRoutes, typeof deleteKey>> {
  const { stores, clock, recorder } = deps

  return {
    [deleteKey]: async ({ params: { id: applicationId, licenseId: id }, ...actor }) => {
      const operation = await stores.transaction(async (tx) => {
        const now = clock.now()
        await findApplication(tx, actor.caller, applicationId, 'manage')
        const license = await tx.licenses.lock(applicationId, id)
        if (!license) throw new Problem('license_not_found')
        const place = { applicationId, id }
        const { isDeleted } = await deleteLicensePart(recorder, tx, place, now, usersAtOnce + 1)
        const begun = isDeleted ? undefined : `begun: ${license.currentUsers} users`
        await audit(tx, actor, 'license.delete', ofApplication(applicationId, `, license ${id}`), now, begun)
        return isDeleted ? undefined : begin(deps, tx, actor, place, now)
      })
      if (operation) await finish(deps, operation)
      return { message: 'License deleted' }
    },
  }
}

/** Stores the rest of the deletion, in the transaction that begins it. */
async function begin(
  { recorder, clock }: BulkDeps,
  tx: StoreSet,
  { caller }: RunActor,
  { applicationId, id: licenseId }: { readonly applicationId: number; readonly id: number },
  startedAt: Date,
): Promise<HeldOperation> {
  const [id, listId, proof] = [uuidv7(), newListId(startedAt), proofOf(caller)]
  const asked = { selection: { ids: [licenseId] }, action: { type: 'delete' as const } }
  const target = licenseTarget(recorder, applicationId, asked, startedAt)
  const leasedUntil = leaseExpiry(clock.now())
  const { entity, action, canUndo } = target
  await tx.operations.begin(applicationId, {
    ...{ id, entity, action, canUndo, startedAt, total: 1, actor: caller.email, busyUntil: leasedUntil },
    resumption: { asked: target.asked, askedBy: JSON.stringify(proof), listId },
  })
  await tx.operations.saveIds(listId, 0, [licenseId])
  return { id, applicationId, target, proof, listId, total: 1, done: 0, begunId: licenseId, leasedUntil }
}

async function finish(deps: BulkDeps, operation: HeldOperation): Promise<void> {
  let failure: unknown
  let isDeleted = false
  const lines = runOperation(deps, operation, (error) => {
    failure = error
  })
  for await (const line of lines) if (line.type === 'end') isDeleted = line.changed > 0
  if (failure !== undefined) throw failure
  // another request has deleted it meanwhile
  if (!isDeleted) throw new Problem('license_not_found')
}
