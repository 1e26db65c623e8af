import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, type ApiRow, api } from '../../api/client.ts'
import { administrationKeys } from '../../api/query-keys/administration.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/administration.ts'
import { createFailure } from './create-failure.ts'
import type { Access } from './use-access.ts'

const listKey = 'GET /api/admin/users'

export type DashboardUser = ApiRow<typeof listKey>
export type NewDashboardUser = ApiInput<'POST /api/admin/users'>['body']
export type CreatedUser = ApiReply<'POST /api/admin/users'>
export type UserChange = ApiInput<'PATCH /api/admin/users/:userId'>['body']

/** All dashboard users. There are dozens, rarely hundreds, so they are searched and counted in the browser. */
export function useUsers({ kind, headers }: Access) {
  return useQuery({
    queryKey: administrationKeys.users(kind),
    queryFn: ({ signal }) => api(listKey, { query: {} }, { headers, signal }),
  })
}

const paramsOf = ({ id }: { readonly id: number }) => ({ userId: String(id) })

/** `onReply` shows the invite link, which is returned only once; `onDone` closes the dialog. */
export function useCreateUser({ headers }: Access, onReply: (created: CreatedUser) => void, onDone: () => void) {
  return useMutate((body: NewDashboardUser) => api('POST /api/admin/users', { body }, { headers }), {
    done: texts.userCreated,
    failed: (error) => ({ title: texts.error, description: createFailure(error) }),
    refresh: listKey,
    onReply: (created, { password }) => {
      if (password !== undefined) rememberCreatedPassword(created.id, password)
      onReply(created)
    },
    onDone,
  })
}

export function useUserCalls({ headers }: Access, user: DashboardUser): RecordCalls<DashboardUser, UserChange> {
  return {
    read: async () => {
      const users = await api(listKey, { query: {} }, { headers })
      // saving reports a user who was deleted meanwhile
      return users.find(({ id }) => id === user.id) ?? user
    },
    save: async (body) => {
      const changed = await api('PATCH /api/admin/users/:userId', { params: paramsOf(user), body }, { headers })
      return { ...user, ...changed }
    },
    done: texts.userUpdated,
    failed: { title: texts.updateFailed, fallback: texts.failedToUpdateUser },
    refresh: [listKey, 'GET /api/admin/users/:userId/history', 'GET /api/audit'],
  }
}

export function useDeleteUser({ headers }: Access, onDone: () => void) {
  return useMutate(
    (user: DashboardUser) => api('DELETE /api/admin/users/:userId', { params: paramsOf(user) }, { headers }),
    {
      done: texts.userDeleted,
      failed: { title: texts.deleteFailed, fallback: texts.failedToDeleteUser },
      refresh: [listKey, 'GET /api/applications', 'GET /api/audit'],
      onDone,
    },
  )
}

export function useInviteAgain(
  { headers }: Access,
  onReply: (invite: { token: string; expiresAt: string }, user: DashboardUser) => void,
) {
  return useMutate(
    (user: DashboardUser) => api('POST /api/admin/users/:userId/invite', { params: paramsOf(user) }, { headers }),
    { refresh: listKey, onReply },
  )
}

const sessionsKey = 'GET /api/admin/users/:userId/sessions'

export function useUserSessions({ headers }: Access, user: DashboardUser) {
  return useQuery({
    queryKey: administrationKeys.sessions(user.id),
    queryFn: ({ signal }) => api(sessionsKey, { params: paramsOf(user) }, { headers, signal }),
  })
}

export function useRevokeSession({ headers }: Access, user: DashboardUser) {
  return useMutate(
    (sessionId: string) =>
      api(
        'DELETE /api/admin/users/:userId/sessions/:sessionId',
        { params: { ...paramsOf(user), sessionId } },
        { headers },
      ),
    { done: texts.sessionRevoked, refresh: [sessionsKey, listKey] },
  )
}

export function useUserHistory({ headers }: Access, user: DashboardUser) {
  return useQuery({
    queryKey: administrationKeys.history(user.id),
    queryFn: ({ signal }) =>
      api('GET /api/admin/users/:userId/history', { params: paramsOf(user) }, { headers, signal }),
  })
}

/** Passwords of users created in this page, by user ID: kept in memory only. */
const passwords = new Map<number, string>()

function rememberCreatedPassword(userId: number, password: string): void {
  passwords.set(userId, password)
}

export function createdPassword(userId: number): string | undefined {
  return passwords.get(userId)
}
