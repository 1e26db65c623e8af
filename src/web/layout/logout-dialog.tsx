import { useState } from 'react'
import { signOut } from '../session/sign-out.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export interface LogoutDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function LogoutDialog({ isOpen, onOpenChange }: LogoutDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const leave = () => {
    setIsPending(true)
    void signOut()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Confirm Logout"
      text="Are you sure you want to log out? You will need to log in again to access the dashboard."
      confirmText="Logout"
      isPending={isPending}
      tone="primary"
      onConfirm={leave}
    />
  )
}
