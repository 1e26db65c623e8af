import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type Application, useDeleteApplication } from './use-applications.ts'

export interface DeleteApplicationDialogProps extends DialogState {
  readonly application: Application
}

/** Asks for confirmation; if users would lose access, for the application's name as well. */
export function DeleteApplicationDialog({ application, ...dialog }: DeleteApplicationDialogProps) {
  const { id, name, counts } = application
  const [typed, setTyped] = useState('')
  const remove = useDeleteApplication(dialog.onClose)
  const isUnsure = counts.users > 0 && typed.trim() !== name.trim()
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Application"
      text={
        <>
          This action cannot be undone. This will permanently delete <bdi className="font-medium text-fg">{name}</bdi>{' '}
          and remove all associated data.
        </>
      }
      needs="delete"
      confirmText="Delete Application"
      pendingText="Deleting..."
      isPending={remove.isPending}
      disabledReason={isUnsure ? 'Type the name of the application first.' : undefined}
      onConfirm={() => remove.mutate(id)}
    >
      {counts.users > 0 && (
        <Field
          label="Application name"
          hint={`${formatCount(counts.users, 'user')} will lose access. Type the name of the application to confirm.`}
        >
          <TextInput
            autoComplete="off"
            spellCheck={false}
            placeholder={name}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  )
}
