import { maxSavedViews } from '../../shared/constants.ts'
import type { savedViewRoutes } from '../../shared/contract/saved-views.ts'
import { findApplication } from '../http/auth/application-access.ts'
import type { Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { ViewNameTaken } from '../store/accounts/saved-views.ts'

/** Saved views of lists. Each belongs to one account; of another account it counts as missing. */
export function savedViewHandlers({ stores }: Pick<Dashboard, 'stores'>): Handlers<typeof savedViewRoutes> {
  return {
    'GET /api/account/views': ({ caller }) => stores.savedViews.list(caller.accountId, maxSavedViews),

    'POST /api/account/views': ({ caller, body: { applicationId = null, ...view } }) =>
      stores.transaction(async (tx) => {
        if (applicationId !== null) await findApplication(tx, caller, applicationId, 'look')
        await tx.savedViews.lock(caller.accountId)
        const saved = await tx.savedViews.list(caller.accountId, maxSavedViews)
        if (saved.length >= maxSavedViews) throw new Problem('limit_reached')
        return tx.savedViews.insert(caller.accountId, { applicationId, ...view }).catch(throwProblem)
      }),

    'PATCH /api/account/views/:viewId': ({ caller, params, body }) =>
      stores.transaction(async (tx) => {
        const view = await tx.savedViews.update(caller.accountId, params.viewId, body).catch(throwProblem)
        if (!view) throw new Problem('view_not_found')
        return view
      }),

    'DELETE /api/account/views/:viewId': async ({ caller, params }) => {
      const isRemoved = await stores.transaction((tx) => tx.savedViews.remove(caller.accountId, params.viewId))
      if (!isRemoved) throw new Problem('view_not_found')
      return { message: 'View deleted' }
    },
  }
}

function throwProblem(error: unknown): never {
  if (error instanceof ViewNameTaken) {
    const message = 'A view of this list already has this name.'
    throw new Problem('view_name_taken', { fields: { name: message } })
  }
  throw error
}
