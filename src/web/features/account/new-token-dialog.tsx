import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { TokenAction } from '../../../shared/token-actions.ts'
import { useOwnApplications } from '../../api/use-own-applications.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/account.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { CreatedTokenDialog } from './created-token-dialog.tsx'
import { actionGroups } from './token-actions.ts'
import { type TokenDraft, toggled, tokenErrors } from './token-draft.ts'
import { useCreateToken } from './use-account.ts'

const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

const blank: TokenDraft = { name: '', days: '90', actions: [], applicationIds: undefined }

/** Chooses what a new token may do, and shows it once. */
export function NewTokenDialog({ isOpen, onClose }: DialogState) {
  const create = useCreateToken()
  const { form, set, text, errors, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose },
    validate: tokenErrors,
    isSaved: create.data !== undefined,
  })
  if (create.data !== undefined) return <CreatedTokenDialog made={create.data} isOpen={isOpen} onClose={onClose} />
  // After an invalid submit the errors are updated on input.
  const missing = Object.keys(errors).length === 0 ? {} : tokenErrors(form)
  return (
    <FormDialog
      {...dialog(create, bodyOf)}
      size="lg"
      title={texts.newManagementToken}
      description={texts.aTokenNeverHas}
      submitText={texts.createToken}
      busyText={texts.creating}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.name} error={missing.name}>
          <TextInput {...text('name')} autoComplete="off" maxLength={64} placeholder={texts.eGMyShop} />
        </Field>
        <Field label={texts.expiresAfter}>
          <Select options={lives} value={form.days} onChange={(days) => set({ days })} />
        </Field>
      </div>
      <TokenActionFields actions={form.actions} error={missing.actions} onChange={(actions) => set({ actions })} />
      <TokenApplicationFields
        chosen={form.applicationIds}
        error={missing.applicationIds}
        onChange={(applicationIds) => set({ applicationIds })}
      />
    </FormDialog>
  )
}

function bodyOf({ name, days, actions, applicationIds }: TokenDraft) {
  return {
    name: name.trim(),
    days: Number(days),
    actions: [...actions],
    ...(applicationIds && { applicationIds: [...applicationIds] }),
  }
}

interface TokenActionFieldsProps {
  readonly actions: readonly TokenAction[]
  readonly error: string | undefined
  readonly onChange: (actions: readonly TokenAction[]) => void
}

/** One row per resource: whether the token may read and change it. */
function TokenActionFields({ actions, error, onChange }: TokenActionFieldsProps) {
  const box = (what: string, label: string, action: TokenAction | undefined) =>
    action === undefined ? (
      <span />
    ) : (
      <Checkbox
        label={
          <>
            <span className="sr-only">{`${what}: `}</span>
            {label}
          </>
        }
        name={action}
        checked={actions.includes(action)}
        onChange={(isIn) => onChange(toggled(actions, action, isIn))}
      />
    )
  return (
    <FieldGroup legend={texts.permissions} error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-0.5 rounded-inner border border-line px-4 py-2.5">
        {actionGroups.map(({ name, read, write }) => (
          <div key={name} className="contents">
            <span className="min-w-0 truncate">{name}</span>
            {box(name, texts.read, read)}
            {box(name, texts.write, write)}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

interface TokenApplicationFieldsProps {
  /** Undefined: all applications of the account. */
  readonly chosen: readonly number[] | undefined
  readonly error: string | undefined
  readonly onChange: (chosen: readonly number[] | undefined) => void
}

/** All applications of the account, or some of them. */
function TokenApplicationFields({ chosen, error, onChange }: TokenApplicationFieldsProps) {
  const { data } = useOwnApplications()
  return (
    <FieldGroup legend={texts.applications} error={error}>
      <div className="flex flex-col items-start gap-3">
        <Segmented<'all' | 'some'>
          label={texts.applications}
          options={[
            { value: 'all', label: texts.allMyApplications },
            { value: 'some', label: texts.selectedApplications },
          ]}
          value={chosen === undefined ? 'all' : 'some'}
          onChange={(which) => onChange(which === 'all' ? undefined : [])}
        />
        {chosen !== undefined && (
          <div className="max-h-48 w-full overflow-y-auto rounded-inner border border-line px-4 py-2.5">
            {data?.length === 0 && <p className="text-fg-2">{texts.noApplicationsYet}</p>}
            {data?.map(({ id, name }) => (
              <Checkbox
                key={id}
                name={`application-${id}`}
                label={<bdi className="break-words">{name}</bdi>}
                checked={chosen.includes(id)}
                onChange={(isIn) => onChange(toggled(chosen, id, isIn))}
              />
            ))}
          </div>
        )}
      </div>
    </FieldGroup>
  )
}

interface FieldGroupProps {
  readonly legend: string
  readonly error: string | undefined
  readonly children: ReactNode
}

/** A group of checkboxes with its error. */
function FieldGroup({ legend, error, children }: FieldGroupProps) {
  const errorId = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error === undefined ? undefined : true}
      tabIndex={error === undefined ? undefined : -1}
    >
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {children}
      {error !== undefined && (
        <p id={errorId} className="flex items-start gap-1.5 text-second text-bad">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
