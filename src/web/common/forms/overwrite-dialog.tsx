import { useState } from 'react'
import * as texts from '../../texts/forms.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useLastDefined } from '../../ui/dialog/use-dialog-value.ts'
import { EditConflict, type FieldConflict } from './edit-conflict.ts'

/**
 * The question after a save that failed with `EditConflict`: give its error to `ask`. `hide` is for the next save.
 * `const overwrite = useOverwriteQuestion(() => send(true))`
 */
export function useOverwriteQuestion(onOverwrite: () => void, isOpen = true) {
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>()
  const hide = () => setConflicts(undefined)
  return {
    hide,
    ask: (error: Error) => {
      if (error instanceof EditConflict) setConflicts(error.conflicts)
    },
    question: (
      <OverwriteDialog
        conflicts={conflicts}
        isOpen={isOpen && conflicts !== undefined}
        onClose={hide}
        onOverwrite={onOverwrite}
      />
    ),
  }
}

interface OverwriteDialogProps extends DialogState {
  readonly conflicts: readonly FieldConflict[] | undefined
  readonly onOverwrite: () => void
}

/** Lists the fields that someone else changed while they were edited here, and asks whether to overwrite them. */
function OverwriteDialog({ conflicts, onOverwrite, ...dialog }: OverwriteDialogProps) {
  const shown = useLastDefined(conflicts)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.overwriteChanges}
      text={texts.someoneElseChangedThis}
      cancelText={texts.keepEditing}
      confirmText={texts.overwrite}
      onConfirm={onOverwrite}
    >
      <dl className="divide-y divide-line rounded-inner border border-line bg-bg/40 text-second">
        {shown?.map(({ label, theirs, mine }) => (
          <div key={label} className="grid grid-cols-[4rem_1fr] gap-x-3 gap-y-0.5 px-3 py-2">
            <dt className="col-span-2 font-medium">{label}</dt>
            <dd className="contents">
              <span className="text-fg-3">{texts.theirs}</span>
              <bdi className="min-w-0 break-words">{theirs}</bdi>
              <span className="text-fg-3">{texts.yours}</span>
              <bdi className="min-w-0 break-words">{mine}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}
