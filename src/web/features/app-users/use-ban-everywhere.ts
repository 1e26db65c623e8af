import { useQuery } from '@tanstack/react-query'
import { refreshedByBlocks } from '../../api/block.ts'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/app-users.ts'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { type AppUser, actionTexts, paramsOf, refreshedUsers } from './use-app-users.ts'

const reachKey = 'GET /api/applications/:id/users/:userId/ban-everywhere'
const refresh = [...refreshedUsers, ...refreshedByBlocks]

type BanReach = ApiReply<typeof reachKey>
export type CoveredType = BanReach['covers'][number]['type']
type Ban = { readonly user: AppUser } & ApiInput<'POST /api/applications/:id/users/:userId/ban-everywhere'>['body']

/** What a ban in all applications of the viewer covers. */
export function useBanReach(applicationId: number, user: AppUser, isWanted: boolean) {
  return useQuery({
    queryKey: userKeys.banReach(applicationId, user.id),
    queryFn: ({ signal }) => api(reachKey, { params: paramsOf(applicationId, user) }, { signal }),
    enabled: isWanted,
    staleTime: 0,
  })
}

/** Bans a user in all applications of the viewer; Undo takes all of it back. */
export function useBanEverywhere(applicationId: number, onDone: () => void) {
  const undo = useUnbanEverywhere(applicationId)
  return useMutate(
    ({ user, ...body }: Ban) =>
      api('POST /api/applications/:id/users/:userId/ban-everywhere', { params: paramsOf(applicationId, user), body }),
    {
      done: ({ entries, applications }, { user }): ToastText => ({
        title: actionTexts.ban.done,
        description: texts.inOf(entries, applications),
        action: { label: texts.undo, onClick: () => undo.mutate(user) },
      }),
      refresh,
      onDone,
    },
  )
}

/** Lifts the ban and removes the blacklist entries that it added to applications. */
export function useUnbanEverywhere(applicationId: number) {
  return useMutate(
    (user: AppUser) =>
      api('POST /api/applications/:id/users/:userId/unban-everywhere', { params: paramsOf(applicationId, user) }),
    {
      done: ({ entries }) => ({
        title: actionTexts.unban.done,
        ...(entries > 0 && {
          description: texts.removed(entries),
        }),
      }),
      refresh,
    },
  )
}
