import { Plus } from 'lucide-react'
import { useReadOnlyReason } from '../session/read-only-reason.ts'
import { Button } from '../ui/button.tsx'

export interface AddButtonProps {
  readonly children: string
  readonly onClick: () => void
}

/** The button that adds to a list; it says why where the viewer can't. `<AddButton onClick={open}>Add User</AddButton>` */
export function AddButton({ children, onClick }: AddButtonProps) {
  return (
    <Button
      variant="primary"
      data-add
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={useReadOnlyReason()}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
