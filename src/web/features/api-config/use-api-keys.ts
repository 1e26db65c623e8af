import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { credentialKeys } from '../../api/query-keys/credentials.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/api-config.ts'

const keysKey = 'GET /api/applications/:id/api-keys'
/** The application's record includes its current key. */
const stale = [keysKey, 'GET /api/applications/:id', 'GET /api/applications'] as const

export type ApiKeyRow = ApiReply<typeof keysKey>[number]
export type Grace = NonNullable<ApiInput<'POST /api/applications/:id/api-keys'>['body']['grace']>

export function useApiKeys(applicationId: number) {
  return useQuery({
    queryKey: credentialKeys.apiKeys(applicationId),
    queryFn: ({ signal }) => api(keysKey, { params: { id: String(applicationId) } }, { signal }),
  })
}

export function useRotateKey(applicationId: number, onDone: () => void) {
  return useMutate(
    (grace: Grace) =>
      api('POST /api/applications/:id/api-keys', { params: { id: String(applicationId) }, body: { grace } }),
    { done: texts.apiKeyRotated, failed: texts.failedToRotateApi, refresh: stale, onDone },
  )
}

/** Ends the grace period of a rotated key. */
export function useEndKey(applicationId: number, onDone: () => void) {
  return useMutate(
    (keyId: number) =>
      api('DELETE /api/applications/:id/api-keys/:keyId', {
        params: { id: String(applicationId), keyId: String(keyId) },
      }),
    { done: texts.apiKeyRevoked, failed: texts.failedToRevokeApi, refresh: stale, onDone },
  )
}
