import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { administrationKeys } from '../../api/query-keys/administration.ts'
import * as texts from '../../texts/administration.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import type { Access } from './use-access.ts'
import { type DashboardUser, useDeleteUser } from './use-users.ts'

export interface DeleteAccountDialogProps extends DialogState {
  readonly access: Access
  readonly user: DashboardUser
}

export function DeleteAccountDialog({ access, user, isOpen, onClose }: DeleteAccountDialogProps) {
  const remove = useDeleteUser(access, onClose)
  const hasApplications = user.applicationCount > 0
  const { data: heir, isFetching } = useHeir(access, user, isOpen && hasApplications)
  const owner = heir?.id === access.viewer.id ? 'you' : heir?.email
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.deleteUser}
      text={
        <>
          <bdi className="font-medium text-fg">{user.email}</bdi> {texts.isSignedOutEverywhere}
        </>
      }
      confirmText={texts.deleteUser}
      pendingText={texts.deleting}
      isPending={remove.isPending}
      disabledReason={isFetching ? texts.loading : undefined}
      onConfirm={() => remove.mutate(user)}
    >
      {heir && (
        <>
          <p className="text-fg-2">
            {texts.to(
              user.applicationCount === 1
                ? texts.text1ApplicationWithIts
                : texts.withTheirUsersLicenses(user.applicationCount),
            )}{' '}
            <bdi>{owner}</bdi>
            {texts.clientsKeepWorkingAccount}
          </p>
          {heir.blacklistEntries > 0 && (
            <p className="text-fg-2">
              {texts.ofOf(heir.blacklistEntries)} {owner === 'you' ? 'your' : <bdi>{`${owner}'s`}</bdi>}{' '}
              {texts.accountWideBlacklistWill}
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

const heirKey = 'GET /api/admin/users/:userId/heir'

/** Who gets a user's applications. Never cached: it is shown before a decision. */
function useHeir({ headers }: Access, { id }: DashboardUser, isAsked: boolean) {
  return useQuery({
    queryKey: administrationKeys.heir(id),
    queryFn: ({ signal }) => api(heirKey, { params: { userId: String(id) } }, { headers, signal }),
    enabled: isAsked,
    staleTime: 0,
  })
}
