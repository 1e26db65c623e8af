import type { bulkRoutes } from '../../../shared/contract/bulk.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { ndjson } from '../../http/streams/ndjson.ts'
import { licenseTarget, withPresetValues } from './license-target.ts'
import { previewOperation, startOperation } from './start-operation.ts'
import type { BulkDeps, Target } from './target.ts'
import { undoOperation } from './undo-operation.ts'
import { userTarget } from './user-target.ts'

/** Bulk changes, each previewed first, in transactions of some hundred rows. */
export function bulkHandlers(deps: BulkDeps): Handlers<typeof bulkRoutes> {
  const { stores, clock, recorder } = deps
  const preview = async (caller: Parameters<typeof findApplication>[1], id: number, target: Target) => {
    await findApplication(stores, caller, id, 'manage')
    return previewOperation(deps, caller, id, target)
  }

  return {
    'POST /api/applications/:id/users/bulk/preview': ({ caller, params: { id }, body }) =>
      preview(caller, id, userTarget(recorder, id, body, clock.now())),
    'POST /api/applications/:id/licenses/bulk/preview': async ({ caller, params: { id }, body }) => {
      await findApplication(stores, caller, id, 'manage')
      const asked = await withPresetValues(stores, id, body)
      return preview(caller, id, licenseTarget(recorder, id, asked, clock.now()))
    },

    'POST /api/applications/:id/users/bulk': async ({ params: { id }, body, reply, ...actor }) => {
      const { token, ...asked } = body
      const target = userTarget(recorder, id, asked, clock.now())
      return ndjson(reply, await startOperation(deps, actor, id, target, token))
    },
    'POST /api/applications/:id/licenses/bulk': async ({ params: { id }, body, reply, ...actor }) => {
      await findApplication(stores, actor.caller, id, 'manage')
      const { token, ...asked } = await withPresetValues(stores, id, body)
      const target = licenseTarget(recorder, id, asked, clock.now())
      return ndjson(reply, await startOperation(deps, actor, id, target, token))
    },

    'GET /api/applications/:id/operations': async ({ caller, params: { id } }) => {
      await findApplication(stores, caller, id, 'look')
      return stores.operations.list(id)
    },
    'GET /api/applications/:id/operations/:operationId': async ({ caller, params: { id, operationId } }) => {
      await findApplication(stores, caller, id, 'look')
      const operation = await stores.operations.find(id, operationId)
      if (!operation) throw new Problem('operation_not_found')
      return operation
    },
    'POST /api/applications/:id/operations/:operationId/stop': ({ params: { id, operationId }, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const at = clock.now()
        const isStopped = await tx.operations.stop(id, operationId, at)
        const isUndoStopped = await tx.operations.stopUndo(id, operationId)
        const operation = await tx.operations.find(id, operationId)
        if (!operation) throw new Problem('operation_not_found')
        const { entity, action } = operation
        const subject = ofApplication(id, `, operation ${operationId}`)
        if (isStopped) await audit(tx, actor, `${entity}.stop_${action}`, subject, at)
        if (isUndoStopped) await audit(tx, actor, `${entity}.stop_undo_${action}`, subject, at)
        return operation
      }),
    'POST /api/applications/:id/operations/:operationId/undo': ({ params: { id, operationId }, ...actor }) =>
      undoOperation(deps, actor, id, operationId),
  }
}
