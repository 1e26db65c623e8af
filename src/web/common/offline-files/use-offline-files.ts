import { useQuery } from '@tanstack/react-query'
import { fieldErrors } from '../../api/api-error.ts'
import { type ApiReply, type ApiRow, api } from '../../api/client.ts'
import { type OfflineSubject, offlineFileKeys } from '../../api/query-keys/offline-files.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/offline-files.ts'

const listKey = 'GET /api/applications/:id/offline-licenses'
const makeKey = 'POST /api/applications/:id/offline-licenses'
/** A file binds a device, and may make the holder of a license. */
const refresh = [
  listKey,
  'GET /api/applications/:id/users',
  'GET /api/applications/:id/users/:userId/inspection',
  'GET /api/applications/:id/licenses',
  'GET /api/applications/:id/licenses/:licenseId',
] as const

export type OfflineFileRow = ApiRow<typeof listKey>
export type MadeOfflineFile = ApiReply<typeof makeKey>

/** The newest of a user or a license. */
export function useOfflineFiles(applicationId: number, of: OfflineSubject) {
  const query = 'userId' in of ? { userId: String(of.userId) } : { licenseId: String(of.licenseId) }
  return useQuery({
    queryKey: offlineFileKeys.of(applicationId, of),
    queryFn: ({ signal }) =>
      api(listKey, { params: { id: String(applicationId) }, query: { ...query, limit: '50' } }, { signal }),
    staleTime: 0,
  })
}

/** What is wrong with the request stands at its field; everything else in a toast. */
export function useMakeOfflineFile(
  applicationId: number,
  of: OfflineSubject,
  onReply: (made: MadeOfflineFile) => void,
) {
  return useMutate(
    ({ request, days }: { readonly request: string; readonly days: number }) =>
      api(makeKey, { params: { id: String(applicationId) }, body: { ...of, request, days } }),
    { failed: (error) => (fieldErrors(error).request === undefined ? texts.failed : false), refresh, onReply },
  )
}

export function useWithdrawOfflineFile(applicationId: number, onDone: () => void) {
  return useMutate(
    ({ id }: OfflineFileRow) =>
      api('DELETE /api/applications/:id/offline-licenses/:fileId', {
        params: { id: String(applicationId), fileId: String(id) },
      }),
    { done: texts.wasWithdrawn, refresh: listKey, onDone },
  )
}
