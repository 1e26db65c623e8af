import { Loader, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/blacklist.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type BlacklistType, type EntryCheckReply, typeHints, typeOptions } from './blacklist-types.ts'
import { checkLines } from './check-lines.ts'
import { ScopeFields, type ScopeOptions, useScope } from './scope-fields.tsx'
import { useAddEntry, useEntryCheck } from './use-blacklist.ts'

export interface AddEntryDialogProps extends ScopeOptions, DialogState {}

const blank = { value: '', reason: '' }

const examples: Readonly<Record<BlacklistType, string>> = {
  ip: '203.0.113.9',
  username: 'sofia',
  hwid: '4yM5R8toi+dyQ2mC',
  email: 'sofia@example.com',
}

export function AddEntryDialog({ isOpen, onClose, ...options }: AddEntryDialogProps) {
  const [type, setType] = useState<BlacklistType>('ip')
  const { form, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose })
  const { value } = form
  const scope = useScope(options)
  const { applicationId } = scope
  const add = useAddEntry(close)
  return (
    <FormDialog
      {...dialog(add, ({ reason }) => ({ type, value: value.trim(), reason: reason.trim(), applicationId }))}
      title={texts.addToBlacklist}
      description={texts.matchingUsersCantLog}
      needs="help"
      submitText={texts.add}
      busyText={texts.adding}
      disabledReason={value.trim() === '' ? texts.enterAValueTo : undefined}
    >
      <Field label={texts.type}>
        <Select options={typeOptions} value={type} onChange={setType} />
      </Field>
      <div className="flex min-w-0 flex-col gap-1.5">
        <Field label={texts.data} hint={typeHints[type]} error={errors.value}>
          <TextInput
            {...text('value')}
            isMono={type === 'ip' || type === 'hwid'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            placeholder={examples[type]}
          />
        </Field>
        <EntryCheck type={type} value={value} applicationId={applicationId} />
      </div>
      <Field label={texts.reasonOptional} error={errors.reason}>
        <TextInput {...text('reason')} autoComplete="off" maxLength={500} />
      </Field>
      <ScopeFields scope={scope} error={errors.applicationId} />
    </FormDialog>
  )
}

interface EntryCheckProps {
  readonly type: BlacklistType
  readonly value: string
  /** Undefined: all applications of the account. */
  readonly applicationId: number | undefined
}

const settledMs = 250

/** How the value would be stored, and how many users it would block. */
function EntryCheck({ type, value, applicationId }: EntryCheckProps) {
  const typed = useDebounced(value.trim(), settledMs)
  const { data, isFetching } = useEntryCheck({ type, value: typed, applicationId })
  const isWaiting = isFetching || typed !== value.trim()
  return (
    <div role="status" className="flex min-h-5 flex-col gap-1 text-second text-fg-2">
      {typed !== '' && data !== undefined && <Lines check={data} typed={typed} isOld={isWaiting} />}
      {isWaiting && data === undefined && value.trim() !== '' && (
        <Line icon={<Loader size={14} strokeWidth={1.75} aria-hidden />}>{texts.checking}</Line>
      )}
    </div>
  )
}

function Lines({ check, typed, isOld }: { check: EntryCheckReply; typed: string; isOld: boolean }) {
  return (
    <div className={isOld ? 'flex flex-col gap-1 opacity-60' : 'flex flex-col gap-1'}>
      {checkLines(check, typed).map(({ text, isWarning }) => (
        <Line
          key={text}
          icon={isWarning && <TriangleAlert size={14} strokeWidth={1.75} className="text-warn" aria-hidden />}
          isWarning={isWarning}
        >
          {text}
        </Line>
      ))}
    </div>
  )
}

function Line(props: { readonly icon: ReactNode; readonly isWarning?: boolean; readonly children: string }) {
  return (
    <p className={props.isWarning ? 'flex items-start gap-1.5 text-warn' : 'flex items-start gap-1.5'}>
      {props.icon && <span className="mt-[3px] shrink-0">{props.icon}</span>}
      <bdi className="min-w-0 break-words">{props.children}</bdi>
    </p>
  )
}
