import { Download } from 'lucide-react'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvText } from '../../ui/text/csv-text.ts'
import { formatCount } from '../../ui/text/format.ts'
import { type BulkActionType, bulkActions } from './bulk-actions.ts'
import type { BulkRow, BulkTarget } from './bulk-target.ts'
import type { BulkOutcome, BulkRun } from './use-bulk-run.ts'

const maxShown = 50

export interface BulkResultProps {
  readonly run: BulkRun
  readonly type: BulkActionType
  readonly target: BulkTarget
}

/** Result of the change: counts, the rows that failed, and Undo. */
export function BulkResult({ run, type, target }: BulkResultProps) {
  const { end, error, done, rows } = run
  const undo = useUndo(target.applicationId)
  const problem = error?.message ?? end?.message
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <p className="font-medium">
          {end === undefined
            ? texts.stoppedAfter(done, target.noun)
            : undo.isSuccess
              ? texts.undone
              : doneText(end, type, target)}
        </p>
        <p className="text-second text-fg-2">{undo.data ? restoredText(undo.data) : otherText(run)}</p>
      </div>
      <ErrorText text={problem} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {end?.canUndo && !undo.isSuccess && (
          <Button
            needs="manage"
            isBusy={undo.isPending}
            busyText={texts.undoing}
            onClick={() => undo.mutate(end.operationId)}
          >
            {texts.undo}
          </Button>
        )}
        {rows.length > 0 && (
          <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => saveRows(rows)}>
            {texts.downloadReport}
          </Button>
        )}
      </div>
      {rows.length > 0 && <RowList rows={rows} />}
    </div>
  )
}

function RowList({ rows }: { readonly rows: readonly BulkRow[] }) {
  return (
    <ul className="flex flex-col gap-1 text-second text-fg-2" aria-label={texts.rowsThatWereNot}>
      {rows.slice(0, maxShown).map(({ id, name, result, message }) => (
        <li key={id} className="break-words">
          <bdi className="font-medium text-fg">{name}</bdi> – {message ?? result}
        </li>
      ))}
      {rows.length > maxShown && <li>{texts.andMoreOf(rows.length - maxShown)}</li>}
    </ul>
  )
}

/** `12 users paused.` */
const doneText = ({ changed }: BulkOutcome, type: BulkActionType, { noun }: BulkTarget) =>
  `${formatCount(changed, noun)} ${bulkActions[type].done}.`

function otherText({ end, total }: BulkRun): string {
  if (end === undefined) return ''
  const { unchanged = 0, skipped = 0, failed = 0 } = end
  // The stored operation counts the changed rows only.
  const rest = end.unchanged === undefined ? total - end.changed : 0
  const parts = [
    unchanged > 0 && texts.unchangedOf(unchanged),
    skipped > 0 && texts.skipped(skipped),
    failed > 0 && texts.failed(failed),
    rest > 0 && texts.notChanged(rest),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The result after the dialog was closed, with Undo. */
export function awayText(
  run: BulkRun,
  type: BulkActionType,
  target: BulkTarget,
  undo: (operationId: string) => void,
): ToastText {
  const { state, end, error, done } = run
  if (state === 'waiting') return { title: texts.nothingWasChanged, description: error?.message, kind: 'destructive' }
  if (state === 'unsure') {
    const description = texts.theChangeMayHave
    return { title: texts.connectionLost, description, kind: 'destructive' }
  }
  const description = error?.message ?? end?.message ?? otherText(run)
  const isWhole = end !== undefined && end.message === undefined
  return {
    title: end === undefined ? texts.stoppedAfter(done, target.noun) : doneText(end, type, target),
    ...(description !== '' && { description }),
    kind: isWhole ? 'default' : 'destructive',
    ...(end?.canUndo && { action: { label: texts.undo, onClick: () => undo(end.operationId) } }),
  }
}

function restoredText({ restored, skipped }: { readonly restored: number; readonly skipped: number }): string {
  const back = texts.restored(restored)
  return skipped === 0 ? back : texts.changedSinceAndWerent(back, skipped)
}

function saveRows(rows: readonly BulkRow[]): void {
  const lines = rows.map(({ id, name, result, message }) => [id, name, result, message])
  saveFile('report.csv', csvText(['id', 'name', 'result', 'message'], lines), 'text/csv')
}
