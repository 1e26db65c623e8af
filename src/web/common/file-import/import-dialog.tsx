import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { formatCount, formatNumber } from '../../ui/text/format.ts'
import { useLeaveGuard } from '../forms/leave-guard.tsx'
import { FileDrop } from './file-drop.tsx'
import { awayText, ImportReport } from './import-report.tsx'
import { type ImportOptions, type ImportRun, useImport } from './use-import.ts'

export interface ImportDialogProps extends DialogState {
  readonly applicationId: number
  readonly kind: 'users' | 'licenses'
}

const maxBytes = 50 * 1024 * 1024
const nouns = { users: 'user', licenses: 'license key' } as const

/** Imports users or licenses from a file: a dry run first, then the import, with a report of each row. */
export function ImportDialog({ applicationId, kind, isOpen, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>()
  const [options, setOptions] = useState<ImportOptions>({ kind, format: 'csv' })
  const { run, start, stop, forget } = useImport(applicationId, (ended) => toast(awayText(ended, nouns[kind])))
  const isRunning = run.state === 'running'
  const guard = useLeaveGuard(isOpen && isRunning && !run.isDryRun)
  const isImported = run.state === 'done' && !run.isDryRun
  const tooLarge =
    file !== undefined && file.size > maxBytes ? 'This file is larger than 50 MiB. Split it and try again.' : undefined
  const isTried = run.state === 'done' && run.isDryRun && run.error === undefined
  const writes = (run.end?.new ?? 0) + (run.end?.changed ?? 0)
  const choose = (chosen: File) => {
    setFile(chosen)
    setOptions({ ...options, format: formatOf(chosen.name) })
    forget()
  }
  const submit = () => {
    if (file === undefined || tooLarge !== undefined || isRunning || isImported) return
    if (!isTried) void start(file, options, true)
    else if (writes > 0) void start(file, options, false)
  }
  const close = () => {
    if (!isRunning || run.isDryRun) onClose()
  }
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onClose={close}
      title={kind === 'users' ? 'Import Users' : 'Import License Keys'}
      description="Nothing is imported until you confirm the preview."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close} disabledReason={isRunning && !run.isDryRun ? 'Already running.' : undefined}>
            {isImported ? 'Close' : 'Cancel'}
          </Button>
          {!isImported && (
            <Button
              variant="primary"
              type="submit"
              isBusy={isRunning}
              busyText={run.isDryRun ? 'Checking…' : 'Importing...'}
              needs="manage"
              disabledReason={whyNot(file, tooLarge, isTried, writes)}
            >
              {isTried || (isRunning && !run.isDryRun)
                ? `Import ${formatCount(writes, nouns[kind])}`
                : 'Preview Import'}
            </Button>
          )}
        </>
      }
    >
      {!isImported && !isRunning && (
        <>
          <FileDrop file={file} onFile={choose} accept=".csv,.json,.txt,text/csv,application/json" error={tooLarge} />
          <ImportFields
            options={options}
            onChange={(change) => {
              setOptions({ ...options, ...change })
              forget()
            }}
          />
        </>
      )}
      {isRunning && <Running run={run} noun={nouns[kind]} onStop={stop} />}
      {run.state === 'done' && <ImportReport run={run} noun={nouns[kind]} />}
      {guard.question}
    </Dialog>
  )
}

interface RunningProps {
  readonly run: ImportRun
  readonly noun: string
  readonly onStop: () => Promise<void>
}

function Running({ run: { done, total, operationId, isDryRun }, noun, onStop }: RunningProps) {
  const stop = useMutation({
    mutationFn: onStop,
    onError: ({ message }) =>
      toast({ title: 'The import continues in the background.', description: message, kind: 'destructive' }),
  })
  // Screen readers hear each thousand, not every batch.
  const thousands = Math.floor(done / 1000) * 1000
  return (
    <div className="flex items-center gap-3 py-6">
      <Spinner />
      <p className="tabular-nums" aria-hidden>
        {isDryRun ? 'Checking' : 'Importing'}: {formatCount(done, noun)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </p>
      <p role="status" className="sr-only">
        {isDryRun ? 'Checking the file' : 'Importing'}
        {thousands > 0 && `, more than ${formatCount(thousands, noun)} done`}
      </p>
      {operationId !== undefined && (
        <Button className="ml-auto" isBusy={stop.isPending} busyText="Stopping..." onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
    </div>
  )
}

function whyNot(file: File | undefined, tooLarge: string | undefined, isTried: boolean, writes: number) {
  if (file === undefined) return 'Choose a file first.'
  if (tooLarge !== undefined) return tooLarge
  return isTried && writes === 0 ? 'Nothing to import.' : undefined
}

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

const formats: Choices<ImportOptions['format']> = [
  { value: 'csv', label: 'CSV, as exported from here' },
  { value: 'keyauth', label: 'KeyAuth export (JSON or text)' },
]
const existing: Choices<NonNullable<ImportOptions['existing']>> = [
  { value: 'skip', label: 'Leave unchanged' },
  { value: 'update', label: 'Update from the file, except passwords' },
]
const hwids: Choices<NonNullable<ImportOptions['hwids']>> = [
  { value: 'unbind', label: 'Discard; the next login binds a new one' },
  { value: 'keep', label: 'Keep exactly as they are' },
]
const keys: Choices<NonNullable<ImportOptions['keys']>> = [
  { value: 'active', label: 'Import all as active' },
  { value: 'inactive', label: 'Import all as inactive' },
]

/** Guesses the format by the file's name. */
function formatOf(name: string): ImportOptions['format'] {
  return /\.(json|txt)$/i.test(name) ? 'keyauth' : 'csv'
}

interface ImportFieldsProps {
  readonly options: ImportOptions
  readonly onChange: (change: Partial<ImportOptions>) => void
}

/** How the file is read. */
function ImportFields({ options, onChange }: ImportFieldsProps) {
  const isKeyAuth = options.format === 'keyauth'
  return (
    <>
      <Field label="Format">
        <Select options={formats} value={options.format} onChange={(format) => onChange({ format })} />
      </Field>
      <Field label="Existing Records">
        <Select
          options={existing}
          value={options.existing ?? 'skip'}
          onChange={(chosen) => onChange({ existing: chosen })}
        />
      </Field>
      {isKeyAuth && options.kind === 'users' && (
        <Field label="Hardware IDs">
          <Select
            options={hwids}
            value={options.hwids ?? 'unbind'}
            onChange={(chosen) => onChange({ hwids: chosen })}
          />
        </Field>
      )}
      {isKeyAuth && options.kind === 'licenses' && (
        <Field label="Keys" hint="KeyAuth doesn't export which keys were used.">
          <Select options={keys} value={options.keys ?? 'active'} onChange={(chosen) => onChange({ keys: chosen })} />
        </Field>
      )}
    </>
  )
}
