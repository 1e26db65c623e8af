import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { accountKeys } from '../../api/query-keys/account.ts'
import { useMutate } from '../../api/use-mutate.ts'

export type OwnAccount = ApiReply<'GET /api/account'>

/** Security settings of the own account; the lists that it counts are refreshed with it. */
export const ownAccountKey = 'GET /api/account'

export const useOwnAccount = () =>
  useQuery({ queryKey: accountKeys.own, queryFn: ({ signal }) => api(ownAccountKey, {}, { signal }) })

export function useReauthenticate(onDone: () => void) {
  return useMutate(
    (body: Parameters<typeof api<'POST /api/account/prove'>>[1]['body']) => api('POST /api/account/prove', { body }),
    { failed: false, refresh: ownAccountKey, onDone },
  )
}
