import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { TokenAction } from '../../../shared/token-actions.ts'
import { api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
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

const nothing: TokenDraft = { name: '', days: '90', actions: [], applicationIds: undefined }

export interface NewTokenDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Chooses what a new token may do, and shows it once. */
export const NewTokenDialog = perOpening(NewTokenWindow)

function NewTokenWindow({ isOpen, onClose }: NewTokenDialogProps) {
  const [draft, setDraft] = useState(nothing)
  const [isSent, setIsSent] = useState(false)
  const errors = isSent ? tokenErrors(draft) : {}
  const create = useCreateToken()
  const set = (change: Partial<TokenDraft>) => setDraft({ ...draft, ...change })
  const send = () => {
    setIsSent(true)
    if (Object.keys(tokenErrors(draft)).length > 0) return
    const { name, days, actions, applicationIds } = draft
    create.mutate({
      name: name.trim(),
      days: Number(days),
      actions: [...actions],
      ...(applicationIds && { applicationIds: [...applicationIds] }),
    })
  }
  if (create.data !== undefined) return <CreatedTokenDialog made={create.data} isOpen={isOpen} onClose={onClose} />
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      size="lg"
      title="New management token"
      description="It can never do more than you may do yourself, and nothing about accounts and tokens."
      isDirty={draft !== nothing}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={create.isPending} busyText="Creating…">
            Create Token
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <TextInput
            name="name"
            autoComplete="off"
            maxLength={64}
            placeholder="e.g., My shop"
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Expires after">
          <Select options={lives} value={draft.days} onChange={(days) => set({ days })} />
        </Field>
      </div>
      <TokenActionFields actions={draft.actions} error={errors.actions} onChange={(actions) => set({ actions })} />
      <TokenApplicationFields
        chosen={draft.applicationIds}
        error={errors.applicationIds}
        onChange={(applicationIds) => set({ applicationIds })}
      />
    </Dialog>
  )
}

interface TokenActionFieldsProps {
  readonly actions: readonly TokenAction[]
  readonly error: string | undefined
  readonly onChange: (actions: readonly TokenAction[]) => void
}

/** One line per thing: whether the token reads it, whether it changes it. */
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
    <FieldGroup legend="May do" error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-0.5 rounded-inner border border-line px-4 py-2.5">
        {actionGroups.map(({ name, read, write }) => (
          <div key={name} className="contents">
            <span className="min-w-0 truncate">{name}</span>
            {box(name, 'Read', read)}
            {box(name, 'Change', write)}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

interface TokenApplicationFieldsProps {
  /** Undefined: all of the account's. */
  readonly chosen: readonly number[] | undefined
  readonly error: string | undefined
  readonly onChange: (chosen: readonly number[] | undefined) => void
}

/** All applications of the account, or some of them. */
function TokenApplicationFields({ chosen, error, onChange }: TokenApplicationFieldsProps) {
  const { data } = useQuery({
    queryKey: applicationKeys.own,
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
  })
  return (
    <FieldGroup legend="Where" error={error}>
      <div className="flex flex-col items-start gap-3">
        <Segmented<'all' | 'some'>
          label="Which applications"
          options={[
            { value: 'all', label: 'All my applications' },
            { value: 'some', label: 'Chosen ones' },
          ]}
          value={chosen === undefined ? 'all' : 'some'}
          onChange={(which) => onChange(which === 'all' ? undefined : [])}
        />
        {chosen !== undefined && (
          <div className="max-h-48 w-full overflow-y-auto rounded-inner border border-line px-4 py-2.5">
            {data?.length === 0 && <p className="text-fg-2">There is no application yet.</p>}
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

/** Several boxes under one name, with what is wrong about them. */
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
