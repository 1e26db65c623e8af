import { Download } from 'lucide-react'
import { useUndo } from '../api/use-undo.ts'
import { Button } from '../ui/button.tsx'
import { csvText } from '../ui/csv-text.ts'
import { formatCount, formatNumber } from '../ui/format.ts'
import { saveFile } from '../ui/save-file.ts'
import { type BulkActionType, bulkActions } from './bulk-actions.ts'
import type { BulkRow, BulkTarget } from './bulk-target.ts'
import type { BulkRun } from './use-bulk-run.ts'

const maxShown = 50

export interface BulkResultProps {
  readonly run: BulkRun
  readonly type: BulkActionType
  readonly target: BulkTarget
}

/** What came of the change: counts, the rows that it could not change, and the way back. */
export function BulkResult({ run, type, target }: BulkResultProps) {
  const { end, error, done, rows } = run
  const undo = useUndo(target.applicationId)
  const changed = formatCount(end?.changed ?? 0, target.noun)
  const problem = error?.message ?? end?.message
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <p className="font-medium">
          {end === undefined
            ? `Broken off after ${formatCount(done, target.noun)}.`
            : undo.isSuccess
              ? 'Undone.'
              : `${changed} ${bulkActions[type].done}.`}
        </p>
        <p className="text-second text-fg-2">{undo.data ? restoredText(undo.data) : otherText(end)}</p>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-second text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {end?.canUndo && !undo.isSuccess && (
          <Button isBusy={undo.isPending} busyText="Undoing..." onClick={() => undo.mutate(end.operationId)}>
            Undo
          </Button>
        )}
        {rows.length > 0 && (
          <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => saveRows(rows)}>
            Download Report
          </Button>
        )}
      </div>
      {rows.length > 0 && <RowList rows={rows} />}
    </div>
  )
}

function RowList({ rows }: { readonly rows: readonly BulkRow[] }) {
  return (
    <ul className="flex flex-col gap-1 text-second text-fg-2" aria-label="Rows that were not changed">
      {rows.slice(0, maxShown).map(({ id, name, result, message }) => (
        <li key={id} className="break-words">
          <bdi className="font-medium text-fg">{name}</bdi> – {message ?? result}
        </li>
      ))}
      {rows.length > maxShown && <li>and {formatNumber(rows.length - maxShown)} more</li>}
    </ul>
  )
}

function otherText(end: BulkRun['end']): string {
  if (end === undefined) return ''
  const parts = [
    end.unchanged > 0 && `${formatNumber(end.unchanged)} already so`,
    end.skipped > 0 && `${formatNumber(end.skipped)} skipped`,
    end.failed > 0 && `${formatNumber(end.failed)} failed`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function restoredText({ restored, skipped }: { readonly restored: number; readonly skipped: number }): string {
  const back = `${formatNumber(restored)} as before.`
  return skipped === 0 ? back : `${back} ${formatNumber(skipped)} changed since and left as they are.`
}

function saveRows(rows: readonly BulkRow[]): void {
  const lines = rows.map(({ id, name, result, message }) => [id, name, result, message])
  saveFile('report.csv', csvText(['id', 'name', 'result', 'message'], lines), 'text/csv')
}
