import { Plus } from 'lucide-react'
import type { Right } from '../../shared/rights.ts'
import { Button } from '../ui/button.tsx'

export interface AddButtonProps {
  /** The right that adding needs. */
  readonly needs: Right
  readonly children: string
  readonly onClick: () => void
}

/** The button that adds to a list. `<AddButton needs="manage" onClick={open}>Add User</AddButton>` */
export function AddButton({ needs, children, onClick }: AddButtonProps) {
  return (
    <Button
      variant="primary"
      data-add
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      needs={needs}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
