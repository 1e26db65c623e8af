import { useState } from 'react'
import { useUndo } from '../api/use-undo.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format.ts'
import { perOpening } from '../ui/opening.tsx'
import { toast } from '../ui/toast.ts'
import { type BulkActionType, blankBulkForm, bulkActions, bulkTitle, changeOf, confirmWords } from './bulk-actions.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreviewCard } from './bulk-preview-card.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { awayText, BulkResult } from './bulk-result.tsx'
import type { BulkTarget } from './bulk-target.ts'
import { BulkUnsure } from './bulk-unsure.tsx'
import { useBulkPreview } from './use-bulk-preview.ts'
import { useBulkRun } from './use-bulk-run.ts'

export interface BulkDialogProps {
  readonly target: BulkTarget
  readonly type: BulkActionType
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Rows were changed: what was selected may be gone. */
  readonly onDone: () => void
}

/** A change of many rows: what it would do, how far it is, what came of each row, and the way back. */
export const BulkDialog = perOpening(BulkWindow)

function BulkWindow({ target, type, isOpen, onClose, onDone }: BulkDialogProps) {
  const [form, setForm] = useState(blankBulkForm)
  const isNeverAllowed = target.noun === 'user'
  const change = changeOf(type, form, isNeverAllowed)
  const asked = 'wrong' in change ? undefined : change
  const undo = useUndo(target.applicationId)
  const { run, start, lookAgain } = useBulkRun(target, (ended) => toast(awayText(ended, type, target, undo.mutate)))
  const isWaiting = run.state === 'waiting'
  const { preview, error, again } = useBulkPreview(target, asked, isOpen && isWaiting)
  const { busy, isDanger } = bulkActions[type]
  const rows = formatCount(preview?.changing ?? 0, target.noun)
  const submit = () => {
    if (asked === undefined || preview === undefined || !isWaiting) return
    void start(asked, preview).then(({ state, error }) => {
      if (state === 'done') onDone()
      else if (error?.code === 'selection_changed' || error?.code === 'preview_expired') void again()
    })
  }
  const close = () => {
    if (run.state !== 'running') onClose()
  }
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title={bulkTitle(type, target.noun)}
      onSubmit={submit}
      footer={
        run.state === 'done' ? (
          <Button onClick={onClose}>Close</Button>
        ) : run.state === 'unsure' ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => void lookAgain()}>
              Check Again
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close} disabledReason={isWaiting ? undefined : 'It is under way.'}>
              Cancel
            </Button>
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              type="submit"
              isBusy={run.state === 'running'}
              busyText={busy}
              disabledReason={whyNot(preview, change)}
            >
              {confirmWords(type, form, rows)}
            </Button>
          </>
        )
      }
    >
      {isWaiting && (
        <>
          <BulkFields
            type={type}
            form={form}
            set={(part) => setForm((old) => ({ ...old, ...part }))}
            isNeverAllowed={isNeverAllowed}
            error={undefined}
          />
          <BulkPreviewCard
            preview={preview}
            noun={target.noun}
            fate={type === 'delete' ? 'will be deleted' : 'will change'}
            error={run.error ?? error}
            isAsked={asked !== undefined}
            onRetry={() => void again()}
          />
        </>
      )}
      {run.state === 'running' && <BulkProgress run={run} noun={target.noun} />}
      {run.state === 'unsure' && <BulkUnsure />}
      {run.state === 'done' && <BulkResult run={run} type={type} target={target} />}
    </Dialog>
  )
}

function whyNot(preview: { readonly changing: number } | undefined, change: object): string | undefined {
  if ('wrong' in change) return String(change.wrong)
  if (preview === undefined) return 'The rows are being counted.'
  return preview.changing === 0 ? 'There is nothing to change.' : undefined
}
