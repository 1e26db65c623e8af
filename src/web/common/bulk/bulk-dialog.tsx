import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { bulkKeys } from '../../api/query-keys/bulk.ts'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/text/format.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import {
  type BulkActionType,
  type BulkForm,
  blankBulkForm,
  bulkActions,
  bulkTitle,
  changeOf,
  confirmWords,
} from './bulk-actions.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreviewCard } from './bulk-preview-card.tsx'
import { awayText, BulkResult } from './bulk-result.tsx'
import type { BulkChange, BulkTarget } from './bulk-target.ts'
import { type BulkRun, useBulkRun } from './use-bulk-run.ts'

export interface BulkDialogProps extends DialogState {
  readonly target: BulkTarget
  readonly type: BulkActionType
  /** Options that the screen has chosen. */
  readonly initial?: Partial<BulkForm>
  /** Rows were changed: selected rows may be gone. */
  readonly onDone?: () => void
}

/** A change of many rows: preview, progress, the result of each row, and Undo. */
export const BulkDialog = freshPerOpening(BulkWindow)

function BulkWindow({ target, type, initial, isOpen, onClose, onDone }: BulkDialogProps) {
  const [form, setForm] = useState<BulkForm>({ ...blankBulkForm, ...initial })
  const isNeverAllowed = target.noun === 'user'
  const change = changeOf(type, form, isNeverAllowed)
  const asked = 'wrong' in change ? undefined : change
  const undo = useUndo(target.applicationId)
  const { run, start, stop, lookAgain } = useBulkRun(target, (ended) =>
    toast(awayText(ended, type, target, undo.mutate)),
  )
  const isWaiting = run.state === 'waiting'
  const { preview, error, again } = useBulkPreview(target, asked, isOpen && isWaiting)
  const { busy, isDanger } = bulkActions[type]
  const rows = formatCount(preview?.changing ?? 0, target.noun)
  const submit = () => {
    if (asked === undefined || preview === undefined || !isWaiting) return
    void start(asked, preview).then(({ state, error }) => {
      if (state === 'done') onDone?.()
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
      onClose={close}
      title={bulkTitle(type, target.noun)}
      onSubmit={submit}
      footer={
        run.state === 'done' ? (
          <Button onClick={onClose}>{texts.close}</Button>
        ) : run.state === 'unsure' ? (
          <>
            <Button onClick={onClose}>{texts.close}</Button>
            <Button variant="primary" onClick={() => void lookAgain()}>
              {texts.checkAgain}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close} disabledReason={isWaiting ? undefined : texts.alreadyRunning}>
              {texts.cancel}
            </Button>
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              type="submit"
              isBusy={run.state === 'running'}
              busyText={busy}
              needs="manage"
              disabledReason={disabledReasonOf(preview, change)}
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
            fate={type === 'delete' ? texts.willBeDeleted : texts.willChange}
            error={run.error ?? error}
            isAsked={asked !== undefined}
            onRetry={() => void again()}
          />
        </>
      )}
      {run.state === 'running' && <BulkProgress run={run} noun={target.noun} onStop={stop} />}
      {run.state === 'unsure' && <BulkResultUnknown />}
      {run.state === 'done' && <BulkResult run={run} type={type} target={target} />}
    </Dialog>
  )
}

function disabledReasonOf(preview: { readonly changing: number } | undefined, change: object): string | undefined {
  if ('wrong' in change) return String(change.wrong)
  if (preview === undefined) return texts.countingRows
  return preview.changing === 0 ? texts.nothingToChange : undefined
}

interface BulkProgressProps {
  readonly run: BulkRun
  readonly noun: string
  readonly onStop: () => Promise<void>
}

/** Progress of a change. Screen readers hear each quarter, not every batch. */
function BulkProgress({ run: { done, total }, noun, onStop }: BulkProgressProps) {
  const stop = useMutation({
    mutationFn: onStop,
    onError: ({ message }) => toast({ title: texts.theChangeContinuesIn, description: message, kind: 'destructive' }),
  })
  const quarter = total === 0 ? 0 : Math.floor((done / total) * 4) * 25
  return (
    <div className="flex flex-col gap-3 py-4">
      <ProgressBar label={texts.progress} value={done} max={total} />
      <p className="text-second text-fg-2 tabular-nums" aria-hidden>
        {texts.ofOf(done, total, noun)}
      </p>
      <p role="status" className="sr-only">
        {texts.percentDone(quarter)}
      </p>
      {done > 0 && (
        <Button className="self-start" isBusy={stop.isPending} busyText={texts.stopping} onClick={() => stop.mutate()}>
          {texts.stop}
        </Button>
      )}
    </div>
  )
}

/** Connection lost; whether the change was applied is unknown. */
function BulkResultUnknown() {
  return (
    <div role="alert" className="flex items-start gap-2.5 py-2">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div>
        <p className="font-medium">{texts.connectionLostTheChange}</p>
        <p className="text-second text-fg-2">{texts.checkAgainOnceYoure}</p>
      </div>
    </div>
  )
}

/** Debounce: a preview is an expensive count. */
const debounceMs = 250

/** Preview of the change, requested again whenever it differs. Undefined: not complete enough to preview. */
function useBulkPreview(target: BulkTarget, change: BulkChange | undefined, isOpen: boolean) {
  const asked = useDebounced(JSON.stringify(change ?? null), debounceMs)
  const query = useQuery({
    queryKey: bulkKeys.preview(target.key, asked),
    queryFn: () => target.preview(JSON.parse(asked) as BulkChange),
    enabled: isOpen && change !== undefined,
    // Preview tokens are single-use and valid for 10 minutes. Never refetch automatically: after a lost response that
    // could apply the change twice.
    staleTime: 'static',
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  })
  const isCurrent = asked === JSON.stringify(change ?? null)
  return { preview: isCurrent && !query.isFetching ? query.data : undefined, error: query.error, again: query.refetch }
}
