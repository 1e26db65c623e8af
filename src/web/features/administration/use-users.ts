import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, type ApiRow, api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { keepPassword } from './created-passwords.ts'
import type { Access } from './use-access.ts'

const listKey = 'GET /api/admin/users'

export type DashboardUser = ApiRow<typeof listKey>
export type NewDashboardUser = ApiInput<'POST /api/admin/users'>['body']
export type CreatedUser = ApiReply<'POST /api/admin/users'>
export type UserChange = ApiInput<'PATCH /api/admin/users/:userId'>['body']

/** All users of the dashboard. They are dozens, rarely hundreds, so they are searched and counted here. */
export function useUsers({ kind, headers }: Access) {
  return useQuery({
    queryKey: [listKey, kind],
    queryFn: ({ signal }) => api(listKey, { query: {} }, { headers, signal }),
  })
}

const paramsOf = ({ id }: { readonly id: number }) => ({ userId: String(id) })

export function useCreateUser({ headers }: Access, onDone: (created: CreatedUser) => void) {
  return useMutate((body: NewDashboardUser) => api('POST /api/admin/users', { body }, { headers }), {
    done: 'User created',
    failed: false,
    refresh: listKey,
    onDone: (created, { password }) => {
      if (password !== undefined) keepPassword(created.id, password)
      onDone(created)
    },
  })
}

export function useChangeUser({ headers }: Access, onDone: () => void) {
  return useMutate(
    ({ user, body }: { user: DashboardUser; body: UserChange }) =>
      api('PATCH /api/admin/users/:userId', { params: paramsOf(user), body }, { headers }),
    {
      done: 'User Updated',
      failed: { title: 'Update Failed', fallback: 'Failed to update user permissions.' },
      refresh: [listKey, 'GET /api/admin/users/:userId/history', 'GET /api/audit'],
      onDone,
    },
  )
}

export function useDeleteUser({ headers }: Access, onDone: () => void) {
  return useMutate(
    (user: DashboardUser) => api('DELETE /api/admin/users/:userId', { params: paramsOf(user) }, { headers }),
    {
      done: 'User Deleted',
      failed: { title: 'Delete Failed', fallback: 'Failed to delete user.' },
      refresh: [listKey, 'GET /api/applications', 'GET /api/audit'],
      onDone,
    },
  )
}

export function useInviteAgain({ headers }: Access, onDone: (invite: { token: string; expiresAt: string }) => void) {
  return useMutate(
    (user: DashboardUser) => api('POST /api/admin/users/:userId/invite', { params: paramsOf(user) }, { headers }),
    { refresh: listKey, onDone },
  )
}

const sessionsKey = 'GET /api/admin/users/:userId/sessions'

export function useUserSessions({ headers }: Access, user: DashboardUser) {
  return useQuery({
    queryKey: [sessionsKey, user.id],
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
    { done: 'Session revoked', refresh: [sessionsKey, listKey] },
  )
}

export function useUserHistory({ headers }: Access, user: DashboardUser) {
  return useQuery({
    queryKey: ['GET /api/admin/users/:userId/history', user.id],
    queryFn: ({ signal }) =>
      api('GET /api/admin/users/:userId/history', { params: paramsOf(user) }, { headers, signal }),
  })
}
