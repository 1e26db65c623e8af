import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useRequireLicense } from './use-licenses.ts'

export interface AskRegistrationDialogProps {
  readonly applicationId: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** After the first license of an open application: a key is worth little while anybody registers without one. */
export function AskRegistrationDialog({ applicationId, isOpen, onClose }: AskRegistrationDialogProps) {
  const require = useRequireLicense(applicationId, onClose)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      tone="primary"
      title="Require a license to register?"
      text="Registration is open: Anyone who has the API key can register, with or without a license, and the key can be read out of the software you ship. You can change this in Settings at any time."
      cancelText="Keep open"
      confirmText="Require a license"
      pendingText="Saving..."
      isPending={require.isPending}
      onConfirm={() => require.mutate(undefined)}
    />
  )
}
