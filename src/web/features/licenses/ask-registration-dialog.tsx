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
      title="Require a license to register?"
      text="Anyone with the API key can register without a license, and the key can be extracted from your software. You can change this in Settings."
      cancelText="Keep Open"
      needs="manage"
      confirmText="Require License"
      pendingText="Saving..."
      isPending={require.isPending}
      onConfirm={() => require.mutate(undefined)}
    />
  )
}
