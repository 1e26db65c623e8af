import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ApiInput, type ApiRow, api, apiList } from '../../api/client.ts'
import type { Page } from '../../api/page.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { UserFilter } from './user-filter.ts'

const listKey = 'GET /api/applications/:id/users'
const refresh = [listKey, 'GET /api/applications/:id/stats', 'GET /api/applications/:id'] as const

export type AppUser = ApiRow<typeof listKey>
export type NewAppUser = ApiInput<'POST /api/applications/:id/users'>['body']
export type ChangedAppUser = ApiInput<'PUT /api/applications/:id/users/:userId'>['body']

const userKey = (user: AppUser) => user.id

export function useAppUsers(applicationId: number, filter: UserFilter) {
  const params = { id: String(applicationId) }
  return useList({
    queryKey: [listKey, applicationId, filter],
    read: (paging, signal) => apiList(listKey, { params, query: { ...filter, ...paging } }, { signal }),
    rowKey: userKey,
  })
}

export function useCreateUser(applicationId: number, onDone: () => void) {
  return useMutate(
    (body: NewAppUser) => api('POST /api/applications/:id/users', { params: { id: String(applicationId) }, body }),
    {
      done: 'User created successfully',
      failed: { title: 'Failed to create user', fallback: 'Unknown error' },
      refresh,
      onDone,
    },
  )
}

/** Saves the fields of a user. Unless the password is among them, the toast offers the way back. */
export function useUpdateUser(applicationId: number, onDone: () => void) {
  const restore = useRestoreUser(applicationId)
  const change = useMutate(
    ({ user, body }: { user: AppUser; body: ChangedAppUser }) => putUser(applicationId, user, body),
    {
      done: (_, { user, body }) => ({
        title: 'User updated successfully',
        ...(body.password === undefined && { action: { label: 'Undo', onClick: () => restore.mutate(user) } }),
      }),
      refresh,
      onDone,
    },
  )
  return change
}

export function useDeleteUser(applicationId: number, onDone: () => void) {
  return useMutate(
    (user: AppUser) => api('DELETE /api/applications/:id/users/:userId', { params: paramsOf(applicationId, user) }),
    { done: 'User deleted successfully', failed: 'Failed to delete user', refresh, onDone },
  )
}

export type UserAction = 'pause' | 'unpause' | 'ban' | 'unban' | 'reset-hwid'

interface ActionFacts {
  readonly done: string
  /** What the list shows before the answer comes; a reset waits for the answer. */
  readonly shown: Partial<AppUser> | undefined
  readonly reverse: UserAction | undefined
}

const actions: Readonly<Record<UserAction, ActionFacts>> = {
  pause: { done: 'User paused successfully', shown: { isPaused: true }, reverse: 'unpause' },
  unpause: { done: 'User unpaused successfully', shown: { isPaused: false }, reverse: 'pause' },
  ban: { done: 'User banned successfully', shown: { isBanned: true }, reverse: 'unban' },
  unban: { done: 'User unbanned successfully', shown: { isBanned: false }, reverse: 'ban' },
  'reset-hwid': { done: 'HWID reset successfully', shown: undefined, reverse: undefined },
}

interface Act {
  readonly user: AppUser
  readonly action: UserAction
  /** This is the way back already: it offers none of its own. */
  readonly isUndo?: boolean
}

/** Pause, resume, ban, unban: seen at once, taken back when refused, with Undo. Reset HWID: Undo binds it again. */
export function useUserAction(applicationId: number) {
  const client = useQueryClient()
  const restore = useRestoreUser(applicationId)
  const act = useMutate(({ user, action }: Act) => postAction(applicationId, user, action), {
    done: (_, { user, action, isUndo }) => {
      const { done, reverse } = actions[action]
      const undo = () =>
        reverse === undefined ? restore.mutate(user) : act.mutate({ user, action: reverse, isUndo: true })
      return { title: done, ...(isUndo !== true && { action: { label: 'Undo', onClick: undo } }) }
    },
    optimistic: ({ user, action }) => {
      const { shown } = actions[action]
      if (shown === undefined) return () => undefined
      void client.cancelQueries({ queryKey: [listKey, applicationId] })
      patchUser(client, applicationId, user.id, shown)
      return () => patchUser(client, applicationId, user.id, { isPaused: user.isPaused, isBanned: user.isBanned })
    },
    onDone: (reply) => patchUser(client, applicationId, reply.id, reply),
    refresh,
  })
  return act
}

/** Puts back what a user was before. */
function useRestoreUser(applicationId: number) {
  return useMutate(
    (user: AppUser) => {
      const { username, email, expiresAt, isActive, isPaused, isHwidLocked } = user
      const fields = { username, email, expiresAt, isActive, isPaused, isHwidLocked }
      return putUser(applicationId, user, user.hwid === null ? fields : { ...fields, hwid: user.hwid })
    },
    { done: 'User updated successfully', refresh },
  )
}

function postAction(applicationId: number, user: AppUser, action: UserAction) {
  return api(`POST /api/applications/:id/users/:userId/${action}`, { params: paramsOf(applicationId, user) })
}

function putUser(applicationId: number, user: AppUser, body: ChangedAppUser) {
  return api('PUT /api/applications/:id/users/:userId', { params: paramsOf(applicationId, user), body })
}

const paramsOf = (applicationId: number, user: AppUser) => ({ id: String(applicationId), userId: String(user.id) })

/** Shows the change in every list of these users that is in the cache. */
function patchUser(client: QueryClient, applicationId: number, userId: number, patch: Partial<AppUser>): void {
  client.setQueriesData<InfiniteData<Page<AppUser>>>({ queryKey: [listKey, applicationId] }, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((user) => (user.id === userId ? { ...user, ...patch } : user)),
          })),
        },
  )
}
