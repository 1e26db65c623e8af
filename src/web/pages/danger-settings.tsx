import { useState } from 'react'
import { ReauthenticationProvider } from '../common/reauthentication/reauthentication.tsx'
import { useOwnAccount } from '../common/reauthentication/use-own-account.ts'
import { SettingsDanger } from '../features/application/settings-danger.tsx'
import type { Application } from '../features/application/use-application.ts'
import { DeleteApplicationDialog } from '../features/dashboard/delete-application-dialog.tsx'
import { TransferRow } from '../features/team/transfer-row.tsx'
import { useTeam } from '../features/team/use-team.ts'
import { freshPerOpening } from '../ui/dialog/opening.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

const DeleteDialog = freshPerOpening(DeleteApplicationDialog)

interface DangerSettingsProps {
  readonly application: Application
  readonly onDeleted: () => void
}

/** Deactivate, transfer and delete, at `/app/7/settings/danger`. */
export function DangerSettings({ application, onDeleted }: DangerSettingsProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const team = useTeam(application.id)
  const account = useOwnAccount()
  const error = team.error ?? account.error
  if (error !== null) {
    const retry = () => void Promise.all([team.refetch(), account.refetch()])
    return <ErrorState message={error.message} onRetry={retry} />
  }
  if (team.data === undefined || account.data === undefined) return <Loading />
  return (
    <ReauthenticationProvider account={account.data} askedAtMs={account.dataUpdatedAt}>
      <SettingsDanger
        application={application}
        transfer={<TransferRow application={application} team={team.data} />}
        onDelete={() => setIsDeleting(true)}
      />
      <DeleteDialog
        application={application}
        isNameAsked
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={onDeleted}
      />
    </ReauthenticationProvider>
  )
}
