import { Plus } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useReadOnlyReason } from './read-only-reason.ts'

export interface AddButtonProps {
  readonly onClick: () => void
  readonly children: string
}

/** The main action of a list. It says why it is disabled where the viewer may only look. */
export function AddButton({ onClick, children }: AddButtonProps) {
  return (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={useReadOnlyReason()}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
