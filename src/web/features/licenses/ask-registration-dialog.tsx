import * as texts from '../../texts/licenses.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useRequireLicense } from './use-licenses.ts'

export interface AskRegistrationDialogProps extends DialogState {
  readonly applicationId: number
}

/** Shown after the first license while registration is open: anyone could still register without a license. */
export function AskRegistrationDialog({ applicationId, ...dialog }: AskRegistrationDialogProps) {
  const require = useRequireLicense(applicationId, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      tone="primary"
      title={texts.requireALicenseTo}
      text={texts.anyoneWithTheApi}
      cancelText={texts.keepOpen}
      needs="manage"
      confirmText={texts.requireLicense}
      pendingText={texts.saving}
      isPending={require.isPending}
      onConfirm={() => require.mutate(undefined)}
    />
  )
}
