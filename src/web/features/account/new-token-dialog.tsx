import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { perOpening } from '../../ui/opening.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { MadeTokenDialog } from './made-token-dialog.tsx'
import { TokenActionFields } from './token-action-fields.tsx'
import { TokenApplicationFields } from './token-application-fields.tsx'
import { type TokenDraft, tokenErrors } from './token-draft.ts'
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
  if (create.data !== undefined) return <MadeTokenDialog made={create.data} isOpen={isOpen} onClose={onClose} />
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
