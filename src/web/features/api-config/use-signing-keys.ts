import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { credentialKeys } from '../../api/query-keys/credentials.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/api-config.ts'

const keysKey = 'GET /api/applications/:id/signing-keys'

export type SigningKeys = ApiReply<typeof keysKey>
export type PinnedKey = SigningKeys['current']
export type SigningKey = SigningKeys['older'][number]

/** The keys that sign responses of the application. */
export function useSigningKeys(applicationId: number) {
  return useQuery({
    queryKey: credentialKeys.signingKeys(applicationId),
    queryFn: ({ signal }) => api(keysKey, { params: { id: String(applicationId) } }, { signal }),
  })
}

export function usePromoteKey(applicationId: number, onDone: () => void) {
  const onReply = useTaken(applicationId)
  return useMutate(
    () => api('POST /api/applications/:id/signing-keys/promote', { params: { id: String(applicationId) } }),
    { done: texts.signingKeyPromoted, failed: texts.failedToPromoteSigning, onReply, onDone },
  )
}

export function useRevokeKey(applicationId: number, onDone: () => void) {
  const onReply = useTaken(applicationId)
  return useMutate(
    (number: number) =>
      api('POST /api/applications/:id/signing-keys/:number/revoke', {
        params: { id: String(applicationId), number: String(number) },
      }),
    { done: texts.signingKeyRevoked, failed: texts.failedToRevokeSigning, onReply, onDone },
  )
}

/** Both changes return the new list of keys. */
function useTaken(applicationId: number) {
  const client = useQueryClient()
  return (keys: SigningKeys) => {
    client.setQueryData(credentialKeys.signingKeys(applicationId), keys)
  }
}
