import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import type { ApiReply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCreateApplication } from './use-applications.ts'

export interface NewApplicationDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onCreated: (application: ApiReply<'POST /api/applications'>) => void
}

const blank = { name: '', description: '' }

export const NewApplicationDialog = perOpening(NewApplicationWindow)

function NewApplicationWindow({ isOpen, onOpenChange, onCreated }: NewApplicationDialogProps) {
  const [draft, setDraft] = useState(blank)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const create = useCreateApplication(onCreated)
  const submit = () => {
    const name = draft.name.trim()
    setIsNameMissing(name === '')
    if (name !== '') create.mutate({ name, description: draft.description.trim() })
    else toast({ title: 'Error', description: 'Please enter an application name', kind: 'destructive' })
  }
  const fields = fieldErrors(create.error)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="New Application"
      description="It gets an API key, which your software sends to sign its users in."
      isDirty={draft.name !== '' || draft.description !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={create.isPending} busyText="Creating...">
            Create Application
          </Button>
        </>
      }
    >
      <Field
        label="Application Name"
        isRequired
        error={isNameMissing ? 'Please enter an application name' : fields.name}
      >
        <TextInput
          name="name"
          autoComplete="off"
          maxLength={100}
          placeholder="e.g., My Game App"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
      <Field label="Description (Optional)" error={fields.description}>
        <TextArea
          name="description"
          maxLength={1000}
          value={draft.description}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
      </Field>
    </Dialog>
  )
}
