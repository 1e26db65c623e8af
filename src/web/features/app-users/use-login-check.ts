import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { answer } from '../../api/query-keys/keys.ts'

const checkKey = 'POST /api/applications/:id/login-check'

export type LoginQuestion = ApiInput<typeof checkKey>['body']
export type LoginCheck = ApiReply<typeof checkKey>

/** Why a login was rejected, and whether it would succeed now. A read, although it is a POST. */
export function useLoginCheck(applicationId: number, question: LoginQuestion | undefined) {
  return useQuery({
    queryKey: loginCheckKeys.of(applicationId, question),
    queryFn: ({ signal }) =>
      api(checkKey, { params: { id: String(applicationId) }, body: question ?? { username: '' } }, { signal }),
    enabled: question !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

const loginCheckKeys = {
  of: (id: number, question: unknown) => answer('POST /api/applications/:id/login-check', id, question),
} as const
