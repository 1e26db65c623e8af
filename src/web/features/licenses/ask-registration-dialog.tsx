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
      text="Registration is open: Anyone who has the API key can register, with or without a license, and the key can be read out of the software you ship. You can change this in Settings at any time."
      cancelText="Keep open"
      needs="manage"
      confirmText="Require a license"
      pendingText="Saving..."
      isPending={require.isPending}
      onConfirm={() => require.mutate(undefined)}
    />
  )
}
