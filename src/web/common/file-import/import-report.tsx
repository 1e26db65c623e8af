import { Download } from 'lucide-react'
import * as texts from '../../texts/file-import.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvText } from '../../ui/text/csv-text.ts'
import { formatNumber } from '../../ui/text/format.ts'
import type { ImportEnd, ImportRow, ImportRun } from './use-import.ts'

const maxShown = 50

type Result = ImportRow['result']

const tones: Readonly<Record<Result, BadgeTone>> = {
  new: 'ok',
  changed: 'info',
  unchanged: 'neutral',
  skipped: 'warn',
  wrong: 'bad',
}
const results = Object.keys(tones) as Result[]

/** Result of a dry run or an import: counts, the rows with errors, and a report to download. */
export function ImportReport({ run, noun }: { readonly run: ImportRun; readonly noun: string }) {
  const { end, imported, rows, error, isDryRun } = run
  const wrong = rows.filter(({ result }) => result === 'wrong' || result === 'skipped')
  const problem = error ?? end?.message
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex flex-col gap-2">
        {imported !== undefined && <p className="font-medium">{importedText(imported, noun)}</p>}
        {end !== undefined && (
          <>
            <p className="font-medium">{headline(end, isDryRun, noun)}</p>
            <p className="flex flex-wrap gap-1.5">
              {results
                .filter((result) => end[result] > 0)
                .map((result) => (
                  <Badge key={result} tone={tones[result]}>
                    {`${formatNumber(end[result])} ${result}`}
                  </Badge>
                ))}
            </p>
          </>
        )}
      </div>
      <ErrorText text={problem} />
      <UnreadColumns columns={run.columns} />
      {wrong.length > 0 && <WrongRows rows={wrong} />}
      {rows.length > 0 && (
        <div>
          <Button
            size="sm"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => saveReport(rows, isDryRun)}
          >
            {texts.downloadReport}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The result after the dialog was closed. */
export function awayText({ end, imported, error, done, isDryRun }: ImportRun, noun: string): ToastText {
  const description = error ?? end?.message
  const isWhole = end !== undefined && description === undefined
  const title =
    end !== undefined
      ? headline(end, isDryRun, noun)
      : imported !== undefined
        ? importedText(imported, noun)
        : texts.stoppedAfter(done, noun)
  return { title, description, kind: isWhole ? 'default' : 'destructive' }
}

function headline(end: ImportEnd, isDryRun: boolean, noun: string): string {
  const count = end.new + end.changed
  return isDryRun ? texts.wouldBeImported(count, noun) : importedText(count, noun)
}

const importedText = (count: number, noun: string) => texts.imported(count, noun)

function UnreadColumns({ columns }: Pick<ImportRun, 'columns'>) {
  const unread = columns.filter(({ field }) => field === null)
  if (unread.length === 0) return null
  return (
    <p className="text-second text-fg-2">
      {texts.columnsThatAreNot} <bdi>{unread.map(({ name }) => name).join(', ')}</bdi>
    </p>
  )
}

function WrongRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  return (
    <ul aria-label={texts.rowsThatAreNot} className="flex flex-col gap-1 text-second text-fg-2">
      {rows.slice(0, maxShown).map(({ line, name, field, message, result }) => (
        <li key={line} className="break-words">
          {texts.line(line)} {name !== '' && <bdi className="font-mono text-meta text-fg">{name}</bdi>} –{' '}
          {[field, message ?? result].filter(Boolean).join(': ')}
        </li>
      ))}
      {rows.length > maxShown && <li>{texts.andMoreAllIn(rows.length - maxShown)}</li>}
    </ul>
  )
}

function saveReport(rows: readonly ImportRow[], isDryRun: boolean): void {
  const lines = rows.map(({ line, name, result, field, message }) => [line, name, result, field, message])
  const text = csvText(['line', 'name', 'result', 'field', 'message'], lines)
  saveFile(isDryRun ? 'import-trial.csv' : 'import-report.csv', text, 'text/csv')
}
