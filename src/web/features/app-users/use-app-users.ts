import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ApiRow, api, apiList } from '../../api/client.ts'
import { patchRows } from '../../api/patch-rows.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/app-users.ts'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { type UserFilter, userQuery } from './user-filter.ts'

const listKey = 'GET /api/applications/:id/users'
/** Endpoints whose cached responses a changed user makes stale. */
export const refreshedUsers = [
  listKey,
  'GET /api/applications/:id/users/:userId/inspection',
  'GET /api/applications/:id/stats',
  'GET /api/applications/:id',
] as const

export type AppUser = ApiRow<typeof listKey>

const userKey = (user: AppUser) => user.id

export function useAppUsers(applicationId: number, filter: UserFilter, hasLicenses: boolean) {
  const params = { id: String(applicationId) }
  const include = hasLicenses ? ({ include: 'license' } as const) : {}
  return useList({
    queryKey: userKeys.list(applicationId, filter, include),
    read: (paging, signal) =>
      apiList(listKey, { params, query: { ...userQuery(filter), ...include, ...paging } }, { signal }),
    rowKey: userKey,
  })
}

export type UserAction = 'pause' | 'unpause' | 'ban' | 'unban' | 'reset-hwid'

interface ActionFacts {
  readonly done: string
  /** The optimistic state; a hardware ID reset waits for the response. */
  readonly shown: Partial<AppUser> | undefined
  readonly reverse: UserAction | undefined
}

export const actionTexts: Readonly<Record<UserAction, ActionFacts>> = {
  pause: { done: texts.userPausedSuccessfully, shown: { isPaused: true }, reverse: 'unpause' },
  unpause: { done: texts.userUnpausedSuccessfully, shown: { isPaused: false }, reverse: 'pause' },
  ban: { done: texts.userBannedSuccessfully, shown: { isBanned: true }, reverse: 'unban' },
  unban: { done: texts.userUnbannedSuccessfully, shown: { isBanned: false }, reverse: 'ban' },
  'reset-hwid': { done: texts.hwidResetSuccessfully, shown: undefined, reverse: undefined },
}

interface Act {
  readonly user: AppUser
  readonly action: UserAction
  /** This is the Undo itself, so it offers none. */
  readonly isUndo?: boolean
}

/**
 * Pause, resume, unban: optimistic, rolled back on error, with Undo. Undo of a hardware ID reset binds it again. Undo
 * restores from what the server keeps, such as a ban's reason.
 */
export function useUserAction(applicationId: number) {
  const client = useQueryClient()
  const undoOperation = useUndo(applicationId)
  const act = useMutate(({ user, action }: Act) => postAction(applicationId, user, action), {
    done: ({ undoId, offlineUntil }, { user, action, isUndo }): ToastText => {
      const { done, reverse } = actionTexts[action]
      const undo = () => {
        if (undoId !== undefined) undoOperation.mutate(undoId)
        else if (reverse !== undefined) act.mutate({ user, action: reverse, isUndo: true })
      }
      const hasUndo = isUndo !== true && (reverse ?? undoId) !== undefined
      const warning = offlineUntil !== undefined && { description: texts.worksOffline(formatDateTime(offlineUntil)) }
      return { title: done, ...warning, ...(hasUndo && { action: { label: texts.undo, onClick: undo } }) }
    },
    optimistic: ({ user, action }) => {
      const { shown } = actionTexts[action]
      if (shown === undefined) return () => undefined
      showUser(client, applicationId, user.id, shown)
      const fields = Object.keys(shown) as (keyof AppUser)[]
      const before = Object.fromEntries(fields.map((field) => [field, user[field]]))
      return () => showUser(client, applicationId, user.id, before)
    },
    onReply: (reply) => showUser(client, applicationId, reply.id, reply),
    refresh: refreshedUsers,
  })
  return act
}

export function postAction(applicationId: number, user: AppUser, action: UserAction) {
  return api(`POST /api/applications/:id/users/:userId/${action}`, { params: paramsOf(applicationId, user) })
}

export function banUser(applicationId: number, user: AppUser, reason: string) {
  return api('POST /api/applications/:id/users/:userId/ban', {
    params: paramsOf(applicationId, user),
    body: reason === '' ? undefined : { reason },
  })
}

export const paramsOf = (applicationId: number, user: AppUser) => ({
  id: String(applicationId),
  userId: String(user.id),
})

/** Updates the user in every cached list and in the open drawer. */
export function showUser(client: QueryClient, applicationId: number, userId: number, patch: Partial<AppUser>): void {
  const withPatch = (user: AppUser) => (user.id === userId ? { ...user, ...patch } : user)
  const inspection = userKeys.inspection(applicationId, userId)
  patchRows(client, userKeys.list(applicationId), withPatch)
  void client.cancelQueries({ queryKey: inspection })
  client.setQueryData(inspection, (data) => data && { ...data, user: { ...data.user, ...patch } })
}
