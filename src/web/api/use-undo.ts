import * as texts from '../texts/api.ts'
import { type ApiKey, api } from './client.ts'
import { useMutate } from './use-mutate.ts'

/** Shown when the rows changed again since. */
export const nothingToUndo = {
  title: texts.nothingToUndo,
  description: texts.itWasChangedAgain,
}

/** Restores the previous values of every row of a change. `undo.mutate(operationId)` */
export function useUndo(applicationId: number, more: readonly ApiKey[] = []) {
  return useMutate(
    (operationId: string) =>
      api('POST /api/applications/:id/operations/:operationId/undo', {
        params: { id: String(applicationId), operationId },
      }),
    {
      done: ({ restored }) => (restored > 0 ? { title: texts.undone } : nothingToUndo),
      refresh: [
        ...more,
        'GET /api/applications/:id/users',
        'GET /api/applications/:id/users/:userId/inspection',
        'GET /api/applications/:id/licenses',
        'GET /api/applications/:id/licenses/:licenseId',
        'GET /api/applications/:id/licenses/summary',
        'GET /api/applications/:id/stats',
        'GET /api/applications/:id',
      ],
    },
  )
}
