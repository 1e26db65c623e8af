import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/app-users.ts'

const inspectionKey = 'GET /api/applications/:id/users/:userId/inspection'
const sessionsKey = 'GET /api/applications/:id/sessions'
const statsKey = 'GET /api/applications/:id/stats'

export type Inspection = ApiReply<typeof inspectionKey>

/** Everything that decides about a user's logins. */
export function useInspection(applicationId: number, userId: number) {
  const params = { id: String(applicationId), userId: String(userId) }
  return useQuery({
    queryKey: userKeys.inspection(applicationId, userId),
    queryFn: ({ signal }) => api(inspectionKey, { params }, { signal }),
    staleTime: 0,
  })
}

/** Ends a session; the client notices at its next heartbeat. */
export function useEndSession(applicationId: number) {
  return useMutate(
    (sessionId: number) =>
      api('DELETE /api/applications/:id/sessions/:sessionId', {
        params: { id: String(applicationId), sessionId: String(sessionId) },
      }),
    { done: texts.sessionEnded, refresh: [inspectionKey, sessionsKey, statsKey] },
  )
}

/** Ends every session of a user. */
export function useEndSessions(applicationId: number) {
  return useMutate(
    (userId: number) =>
      api('DELETE /api/applications/:id/sessions', {
        params: { id: String(applicationId) },
        query: { userId: String(userId) },
      }),
    {
      done: ({ ended }) => ({ title: ended === 1 ? texts.sessionEnded : texts.sessionsEnded(ended) }),
      refresh: [inspectionKey, sessionsKey, statsKey],
    },
  )
}

/** Extends a license and so all its users. */
export function useExtendLicense(applicationId: number, onDone?: () => void) {
  const undo = useUndo(applicationId)
  return useMutate(
    ({ id, expiresAt }: { id: number; expiresAt: string }) =>
      api('PATCH /api/applications/:id/licenses/:licenseId', {
        params: { id: String(applicationId), licenseId: String(id) },
        body: { expiresAt },
      }),
    {
      done: ({ undoId }) => ({
        title: texts.licenseExtended,
        ...(undoId !== undefined && { action: { label: texts.undo, onClick: () => undo.mutate(undoId) } }),
      }),
      refresh: [
        inspectionKey,
        'GET /api/applications/:id/users',
        'GET /api/applications/:id/licenses',
        'GET /api/applications/:id/licenses/:licenseId',
      ],
      ...(onDone && { onDone }),
    },
  )
}
