import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as texts from '../../texts/file-import.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { useLeaveGuard } from '../forms/leave-guard.tsx'
import { PresetField } from '../preset-field.tsx'
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
const nouns = { users: 'user', licenses: texts.licenseKey } as const

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
  const tooLarge = file !== undefined && file.size > maxBytes ? texts.thisFileIsLarger : undefined
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
    const { presetId, ...others } = options
    const presetOf = options.format === 'list' && presetId !== undefined ? { presetId } : {}
    const ended = await start(file, { ...others, ...columnsOf, ...presetOf }, !isTried)
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
      title={kind === 'users' ? texts.importUsers : texts.importLicenseKeys}
      description={texts.nothingIsImportedUntil}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close} disabledReason={isRunning && !run.isDryRun ? texts.alreadyRunning : undefined}>
            {isImported ? texts.close : texts.cancel}
          </Button>
          {!isImported && (
            <Button
              variant="primary"
              type="submit"
              isBusy={isRunning}
              busyText={run.isDryRun ? texts.checking : texts.importing}
              needs="manage"
              disabledReason={disabledReasonOf(file, tooLarge, isTried, writes)}
            >
              {isTried || (isRunning && !run.isDryRun) ? texts.importOf(writes, nouns[kind]) : texts.previewImport}
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
            {...{ applicationId, options }}
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
    onError: ({ message }) => toast({ title: texts.theImportContinuesIn, description: message, kind: 'destructive' }),
  })
  // Screen readers hear each thousand, not every batch.
  const thousands = Math.floor(done / 1000) * 1000
  return (
    <div className="flex items-center gap-3 py-6">
      <Spinner />
      <p className="tabular-nums" aria-hidden>
        {isDryRun ? texts.checkingText : texts.importingText}: {formatCount(done, noun)}
        {total !== undefined && texts.ofOf(total)}
      </p>
      <p role="status" className="sr-only">
        {isDryRun ? texts.checkingTheFile : texts.importingText}
        {thousands > 0 && texts.moreThanDone(thousands, noun)}
      </p>
      {operationId !== undefined && (
        <Button className="ml-auto" isBusy={stop.isPending} busyText={texts.stopping} onClick={() => stop.mutate()}>
          {texts.stop}
        </Button>
      )}
    </div>
  )
}

function disabledReasonOf(file: File | undefined, tooLarge: string | undefined, isTried: boolean, writes: number) {
  if (file === undefined) return texts.chooseAFileFirst
  if (tooLarge !== undefined) return tooLarge
  return isTried && writes === 0 ? texts.nothingToImport : undefined
}

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

const formats: Choices<ImportOptions['format']> = [
  { value: 'csv', label: texts.csvAsExportedFrom },
  { value: 'keyauth', label: texts.keyAuthExportJsonOr },
]
const licenseFormats: typeof formats = [
  ...formats,
  { value: 'keygen', label: texts.keygenLicensesJson },
  { value: 'list', label: texts.listOfKeysOne },
]
const existing: Choices<NonNullable<ImportOptions['existing']>> = [
  { value: 'skip', label: texts.leaveUnchanged },
  { value: 'update', label: texts.updateFromTheFile },
]
const hwids: Choices<NonNullable<ImportOptions['hwids']>> = [
  { value: 'unbind', label: texts.discardTheNextLogin },
  { value: 'keep', label: texts.keepExactlyAsThey },
]
const keys: Choices<NonNullable<ImportOptions['keys']>> = [
  { value: 'active', label: texts.importAllAsActive },
  { value: 'inactive', label: texts.importAllAsInactive },
]

interface ImportFieldsProps {
  readonly applicationId: number
  readonly options: ImportOptions
  readonly onChange: (change: Partial<ImportOptions>) => void
}

/** How the file is read. */
function ImportFields({ applicationId, options, onChange }: ImportFieldsProps) {
  const isKeyAuth = options.format === 'keyauth'
  return (
    <>
      <Field label={texts.format}>
        <Select
          options={options.kind === 'licenses' ? licenseFormats : formats}
          value={options.format}
          onChange={(format) => onChange({ format })}
        />
      </Field>
      <Field label={texts.existingRecords}>
        <Select
          options={existing}
          value={options.existing ?? 'skip'}
          onChange={(chosen) => onChange({ existing: chosen })}
        />
      </Field>
      {options.format === 'list' && (
        <PresetField
          applicationId={applicationId}
          value={options.presetId === undefined ? null : Number(options.presetId)}
          onChange={({ presetId }) => onChange({ presetId: presetId === null ? undefined : String(presetId) })}
        />
      )}
      {isKeyAuth && options.kind === 'users' && (
        <Field label={texts.hardwareIDs}>
          <Select
            options={hwids}
            value={options.hwids ?? 'unbind'}
            onChange={(chosen) => onChange({ hwids: chosen })}
          />
        </Field>
      )}
      {isKeyAuth && options.kind === 'licenses' && (
        <Field label={texts.keys} hint={texts.keyAuthDoesntExportWhich}>
          <Select options={keys} value={options.keys ?? 'active'} onChange={(chosen) => onChange({ keys: chosen })} />
        </Field>
      )}
    </>
  )
}
