import { useQueryClient } from '@tanstack/react-query'
import { type ApiInput, api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { nothingToUndo, useUndo } from '../../api/use-undo.ts'
import type { RecordCalls, Saved } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/app-users.ts'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { fieldsToRestore } from './fields-to-restore.ts'
import { type AppUser, paramsOf, refreshedUsers, showUser } from './use-app-users.ts'

export type NewAppUser = ApiInput<'POST /api/applications/:id/users'>['body']
export type ChangedAppUser = ApiInput<'PUT /api/applications/:id/users/:userId'>['body']

export function useCreateUser(
  applicationId: number,
  { onReply, onDone }: { readonly onReply: (made: AppUser, sent: NewAppUser) => void; readonly onDone: () => void },
) {
  return useMutate(
    (body: NewAppUser) => api('POST /api/applications/:id/users', { params: { id: String(applicationId) }, body }),
    {
      done: texts.userCreatedSuccessfully,
      failed: { title: texts.failedToCreateUser, fallback: texts.unknownError },
      refresh: refreshedUsers,
      onReply,
      onDone,
    },
  )
}

/** Saves changed fields of a user. The toast offers Undo unless the password was changed. */
export function useUserCalls(applicationId: number, user: AppUser): RecordCalls<AppUser, ChangedAppUser> {
  const restore = useRestoreUser(applicationId)
  const undo = useUndo(applicationId)
  return {
    read: () => getUser(applicationId, user),
    save: (body) => putUser(applicationId, user, body),
    done: (saved) => {
      const { body, row } = saved
      // For a change of expiry alone the server does the undo: it keeps later changes.
      const isExpiryOnly = Object.keys(body).length === 1 && body.expiresAt !== undefined
      const { undoId } = row
      const onClick = () => (isExpiryOnly && undoId !== undefined ? undo.mutate(undoId) : restore.mutate(saved))
      return {
        title: texts.userUpdatedSuccessfully,
        ...(body.password === undefined && { action: { label: texts.undo, onClick } }),
      }
    },
    refresh: refreshedUsers,
  }
}

/** Changes a user's expiry, with Undo. */
export function useSetExpiry(applicationId: number, onDone?: () => void) {
  const undo = useUndo(applicationId)
  return useMutate(
    ({ user, expiresAt }: { readonly user: AppUser; readonly expiresAt: string }) =>
      putUser(applicationId, user, { expiresAt }),
    {
      done: ({ undoId }) => ({
        title: texts.userUpdatedSuccessfully,
        ...(undoId !== undefined && { action: { label: texts.undo, onClick: () => undo.mutate(undoId) } }),
      }),
      refresh: refreshedUsers,
      ...(onDone && { onDone }),
    },
  )
}

/** The Active switch: optimistic, rolled back on error, with Undo. */
export function useSwitchUser(applicationId: number) {
  const client = useQueryClient()
  const change = useMutate(
    ({ user, isActive }: { user: AppUser; isActive: boolean; isUndo?: boolean }) =>
      putUser(applicationId, user, { isActive }),
    {
      done: (_, { user, isActive, isUndo }): ToastText => ({
        title: isActive ? texts.userEnabled : texts.userDisabled,
        ...(isUndo !== true && {
          action: { label: texts.undo, onClick: () => change.mutate({ user, isActive: !isActive, isUndo: true }) },
        }),
      }),
      optimistic: ({ user, isActive }) => {
        showUser(client, applicationId, user.id, { isActive })
        return () => showUser(client, applicationId, user.id, { isActive: user.isActive })
      },
      refresh: refreshedUsers,
    },
  )
  return change
}

export function useDeleteUser(applicationId: number, onDone: () => void) {
  return useMutate(
    (user: AppUser) => api('DELETE /api/applications/:id/users/:userId', { params: paramsOf(applicationId, user) }),
    { done: texts.userDeletedSuccessfully, failed: texts.failedToDeleteUser, refresh: refreshedUsers, onDone },
  )
}

/** Restores the saved fields, except those changed again since. */
function useRestoreUser(applicationId: number) {
  return useMutate(
    async ({ row, body, before }: Saved<AppUser, ChangedAppUser>) => {
      const now = await getUser(applicationId, row)
      const fields = fieldsToRestore({ before, saved: row, now }, Object.keys(body))
      const isNone = Object.keys(fields).length === 0
      if (!isNone) await putUser(applicationId, row, fields)
      return { isNone }
    },
    {
      done: ({ isNone }) => (isNone ? nothingToUndo : { title: texts.userUpdatedSuccessfully }),
      refresh: refreshedUsers,
    },
  )
}

function getUser(applicationId: number, user: AppUser) {
  return api('GET /api/applications/:id/users/:userId', { params: paramsOf(applicationId, user) })
}

function putUser(applicationId: number, user: AppUser, body: ChangedAppUser) {
  return api('PUT /api/applications/:id/users/:userId', { params: paramsOf(applicationId, user), body })
}
