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
import { ColumnMapping, type Mapping } from './column-mapping.tsx'
import { FileDrop } from './file-drop.tsx'
import { guessFormat } from './guess-format.ts'
import { awayText, ImportReport } from './import-report.tsx'
import { type ImportColumns, type ImportOptions, type ImportRun, useImport } from './use-import.ts'

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
  const [mapping, setMapping] = useState<Mapping>({})
  const [columns, setColumns] = useState<ImportColumns>([])
  const { run, start, stop, forget } = useImport(applicationId, (ended) => toast(awayText(ended, nouns[kind])))
  const isRunning = run.state === 'running'
  const guard = useLeaveGuard(isOpen && isRunning && !run.isDryRun)
  const isImported = run.state === 'done' && !run.isDryRun
  const tooLarge = file !== undefined && file.size > maxBytes ? 'The file is larger than 50 MiB.' : undefined
  const isTried = run.state === 'done' && run.isDryRun && run.error === undefined
  const writes = (run.end?.new ?? 0) + (run.end?.changed ?? 0)
  const choose = async (chosen: File) => {
    setFile(chosen)
    setMapping({})
    setColumns([])
    forget()
    const format = await guessFormat(chosen, kind)
    setOptions((old) => ({ ...old, format }))
  }
  const submit = async () => {
    if (file === undefined || tooLarge !== undefined || isRunning || isImported) return
    if (isTried && writes === 0) return
    const isMapped = options.format === 'csv' && Object.keys(mapping).length > 0
    const columnsOf = isMapped ? { columns: JSON.stringify(mapping) } : {}
    const ended = await start(file, { ...options, ...columnsOf }, !isTried)
    setColumns(ended.columns)
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
      description="The file is tried first, which changes nothing."
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close} disabledReason={isRunning && !run.isDryRun ? 'It is under way.' : undefined}>
            {isImported ? 'Close' : 'Cancel'}
          </Button>
          {!isImported && (
            <Button
              variant="primary"
              type="submit"
              isBusy={isRunning}
              busyText={run.isDryRun ? 'Trying...' : 'Importing...'}
              needs="manage"
              disabledReason={whyNot(file, tooLarge, isTried, writes)}
            >
              {isTried || (isRunning && !run.isDryRun) ? `Import ${formatCount(writes, nouns[kind])}` : 'Try File'}
            </Button>
          )}
        </>
      }
    >
      {!isImported && !isRunning && (
        <>
          <FileDrop
            file={file}
            onFile={(chosen) => void choose(chosen)}
            accept=".csv,.json,.txt,text/csv,application/json"
            error={tooLarge}
          />
          <ImportFields
            options={options}
            onChange={(change) => {
              setOptions({ ...options, ...change })
              forget()
            }}
          />
          {options.format === 'csv' && (
            <ColumnMapping
              {...{ kind, columns, mapping }}
              onChange={(change) => {
                setMapping(change)
                forget()
              }}
            />
          )}
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
    onError: ({ message }) => toast({ title: 'The import goes on.', description: message, kind: 'destructive' }),
  })
  // Screen readers hear each thousand, not every batch.
  const thousands = Math.floor(done / 1000) * 1000
  return (
    <div className="flex items-center gap-3 py-6">
      <Spinner />
      <p className="tabular-nums" aria-hidden>
        {isDryRun ? 'Trying' : 'Importing'}: {formatCount(done, noun)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </p>
      <p role="status" className="sr-only">
        {isDryRun ? 'Trying the file' : 'Importing'}
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
  return isTried && writes === 0 ? 'There is nothing to import.' : undefined
}

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

const formats: Choices<ImportOptions['format']> = [
  { value: 'csv', label: 'CSV, as our export writes it' },
  { value: 'keyauth', label: 'KeyAuth export (JSON or text)' },
]
const licenseFormats: typeof formats = [
  ...formats,
  { value: 'keygen', label: 'Keygen licenses (JSON)' },
  { value: 'list', label: 'List of keys, one per line' },
]
const existing: Choices<NonNullable<ImportOptions['existing']>> = [
  { value: 'skip', label: 'Leave as it is' },
  { value: 'update', label: "Take the file's values, never its password" },
]
const hwids: Choices<NonNullable<ImportOptions['hwids']>> = [
  { value: 'unbind', label: 'Drop; the next login binds' },
  { value: 'keep', label: 'Keep letter by letter' },
]
const keys: Choices<NonNullable<ImportOptions['keys']>> = [
  { value: 'active', label: 'All active' },
  { value: 'inactive', label: 'None active, until you know which' },
]

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
        <Select
          options={options.kind === 'licenses' ? licenseFormats : formats}
          value={options.format}
          onChange={(format) => onChange({ format })}
        />
      </Field>
      <Field label="What is there already">
        <Select
          options={existing}
          value={options.existing ?? 'skip'}
          onChange={(chosen) => onChange({ existing: chosen })}
        />
      </Field>
      {isKeyAuth && options.kind === 'users' && (
        <Field label="Hardware ids">
          <Select
            options={hwids}
            value={options.hwids ?? 'unbind'}
            onChange={(chosen) => onChange({ hwids: chosen })}
          />
        </Field>
      )}
      {isKeyAuth && options.kind === 'licenses' && (
        <Field label="Keys" hint="KeyAuth does not say which keys were used.">
          <Select options={keys} value={options.keys ?? 'active'} onChange={(chosen) => onChange({ keys: chosen })} />
        </Field>
      )}
    </>
  )
}
