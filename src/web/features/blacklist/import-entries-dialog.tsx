import { useState } from 'react'
import { ChooseTextFile } from '../../common/choose-text-file.tsx'
import { isSame } from '../../common/forms/find-conflicts.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/blacklist.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { AddEntryDialogProps } from './add-entry-dialog.tsx'
import { type BlacklistType, type ImportReply, typeOptions } from './blacklist-types.ts'
import { ScopeFields, useScope } from './scope-fields.tsx'
import { useCheckList, useImportList } from './use-blacklist.ts'

const blank = { text: '' }
const maxFileBytes = 200_000

/** Imports a list of values: checks it first, then adds it. */
export function ImportEntriesDialog({ isOpen, onClose, ...options }: AddEntryDialogProps) {
  const [type, setType] = useState<BlacklistType>('ip')
  const { form, set, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose })
  const scope = useScope(options)
  const check = useCheckList()
  const add = useImportList(close)
  const list = { type, text: form.text, applicationId: scope.applicationId }
  // A report counts only for the list that was checked.
  const report = isSame(check.variables, list) ? check.data : undefined
  return (
    <FormDialog
      {...dialog(report === undefined ? check : add, () => list)}
      size="lg"
      title={texts.importAList}
      description={texts.oneValuePerLine}
      submitText={report === undefined ? texts.checkList : texts.addOf(report.added)}
      needs="manage"
      isBusy={check.isPending || add.isPending}
      busyText={add.isPending ? texts.adding : texts.checking}
      disabledReason={disabledReasonOf(form.text, report)}
    >
      <Field label={texts.type}>
        <Select options={typeOptions} value={type} onChange={setType} />
      </Field>
      <Field
        label={texts.list}
        error={errors.text}
        aside={
          <ChooseTextFile
            label={texts.fileWithTheList}
            accept=".txt,.csv,text/plain,text/csv"
            maxBytes={maxFileBytes}
            tooLarge={texts.thisFileIsLarger}
            onText={(read) => set({ text: read })}
          />
        }
      >
        <TextArea
          {...text('text')}
          rows={6}
          className="font-mono text-second"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={'203.0.113.9, VPN exit\n198.51.100.0/24'}
        />
      </Field>
      <ScopeFields scope={scope} error={errors.applicationId} />
      {report !== undefined && <ImportReport report={report} />}
    </FormDialog>
  )
}

function disabledReasonOf(text: string, report: { readonly added: number } | undefined): string | undefined {
  if (text.trim() === '') return texts.enterTheListFirst
  return report?.added === 0 ? texts.nothingToAdd : undefined
}

const maxShown = 50

/** Preview of an import, with the invalid lines. */
function ImportReport({ report }: { readonly report: ImportReply }) {
  const { added, listed, invalid, rows } = report
  const wrong = rows.filter((row) => row.problem !== null)
  return (
    <div className="flex flex-col gap-2 rounded-inner border border-line bg-bg/40 p-3 text-second">
      <p role="status" className="font-medium">
        {texts.alreadyListed(added, listed)}{' '}
        <span className={invalid > 0 ? 'text-bad' : undefined}>{texts.invalid(invalid)}</span>
      </p>
      {wrong.length > 0 && (
        <ul className="flex flex-col gap-1 text-fg-2">
          {wrong.slice(0, maxShown).map((row) => (
            <li key={row.line} className="break-words">
              {texts.line(row.line)} <bdi className="font-mono text-meta text-fg">{row.value}</bdi> – {row.problem}
            </li>
          ))}
          {wrong.length > maxShown && <li>{texts.andMore(wrong.length - maxShown)}</li>}
        </ul>
      )}
    </div>
  )
}
