import { useRef, useState } from 'react'
import * as texts from '../../texts/activity.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { formatCount } from '../../ui/text/format.ts'
import { type ExportFormat, type ExportProgress, exportActivity } from './export-activity.ts'

interface ExportDialogProps {
  readonly isOpen: boolean
  readonly applicationId: number | undefined
  /** The filter of the list. */
  readonly query: Readonly<Record<string, string>>
  readonly onClose: () => void
}

const formats: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
]

/** The rows of the current filter as a file. */
export function ExportDialog({ isOpen, applicationId, query, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [progress, setProgress] = useState<ExportProgress>()
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setProgress(undefined)
    onClose()
  }
  const run = async () => {
    const stopper = new AbortController()
    running.current = stopper
    const { signal } = stopper
    setProgress({ rows: 0, total: undefined })
    try {
      const scope = applicationId === undefined ? query : { ...query, applicationId: String(applicationId) }
      const { parts, rows, type } = await exportActivity({ ...scope, format }, setProgress, signal)
      saveFile(`activity-${new Date().toISOString().slice(0, 10)}.${format}`, new Blob(parts), type)
      toast({ title: texts.exportFinished, description: formatCount(rows, 'entry', 'entries') })
      stop()
    } catch (error) {
      if (signal.aborted) return
      setProgress(undefined)
      toast({
        title: texts.exportFailed,
        description: error instanceof Error ? error.message : '',
        kind: 'destructive',
      })
    }
  }
  const isNarrowed = Object.keys(query).length > 0
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={stop}
      title={texts.exportActivity}
      description={isNarrowed ? texts.exportsAllEntriesThat : texts.exportsTheWholeLog}
      onSubmit={() => void run()}
      needs={applicationId === undefined ? undefined : 'export'}
      submitText={texts.exportText}
      isBusy={progress !== undefined}
      busyText={texts.exporting}
    >
      <Segmented label={texts.format} options={formats} value={format} onChange={setFormat} />
      <p className="text-second text-fg-3">
        {format === 'csv' ? texts.forSpreadsheetsFormulasAre : texts.oneListWithEvery}
      </p>
      {progress !== undefined && <Progress {...progress} />}
    </FormDialog>
  )
}

function Progress({ rows, total }: ExportProgress) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <progress
        aria-label={texts.exported}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
        max={total ?? 1}
        value={total === undefined ? undefined : rows}
      />
      <p className="text-second text-fg-2 tabular-nums">
        {formatCount(rows, 'entry', 'entries')}
        {total !== undefined && texts.ofOf2(total)}
      </p>
    </div>
  )
}
