import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { FieldConflict } from './edit-conflict.ts'

export interface OverwriteDialogProps {
  /** undefined: nothing is asked. */
  readonly clashes: readonly FieldConflict[] | undefined
  readonly onKeep: () => void
  readonly onOverwrite: () => void
}

/** Says which fields somebody else changed while they were edited here, and asks whether the own values go before. */
export function OverwriteDialog({ clashes, onKeep, onOverwrite }: OverwriteDialogProps) {
  // They stay in sight while the question closes.
  const [shown, setShown] = useState(clashes)
  if (clashes !== undefined && clashes !== shown) setShown(clashes)
  return (
    <ConfirmDialog
      isOpen={clashes !== undefined}
      onOpenChange={(isOpen) => !isOpen && onKeep()}
      title="Overwrite changes?"
      text="Someone else changed this while you were editing. Saving replaces their values with yours."
      cancelText="Keep Editing"
      confirmText="Overwrite"
      onConfirm={onOverwrite}
    >
      <dl className="divide-y divide-line rounded-inner border border-line bg-bg/40 text-second">
        {shown?.map(({ label, theirs, mine }) => (
          <div key={label} className="grid grid-cols-[4rem_1fr] gap-x-3 gap-y-0.5 px-3 py-2">
            <dt className="col-span-2 font-medium">{label}</dt>
            <dd className="contents">
              <span className="text-fg-3">Theirs</span>
              <bdi className="min-w-0 break-words">{theirs}</bdi>
              <span className="text-fg-3">Yours</span>
              <bdi className="min-w-0 break-words">{mine}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}
