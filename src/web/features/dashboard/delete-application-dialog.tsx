import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type Application, useDeleteApplication } from './use-applications.ts'

export interface DeleteApplicationDialogProps extends DialogState {
  readonly application: Pick<Application, 'id' | 'name' | 'counts'>
  /** Whether the name is asked for where no user would lose access, too. */
  readonly isNameAsked?: boolean
  readonly onDeleted?: () => void
}

/** Asks for confirmation; if users would lose access, for the application's name as well. */
export function DeleteApplicationDialog(props: DeleteApplicationDialogProps) {
  const { application, isNameAsked = false, onDeleted, ...dialog } = props
  const { id, name, counts } = application
  const [typed, setTyped] = useState('')
  const remove = useDeleteApplication(() => {
    dialog.onClose()
    onDeleted?.()
  })
  const loss = counts.users > 0 ? `${formatCount(counts.users, 'user')} will lose access. ` : ''
  const needsName = isNameAsked || counts.users > 0
  const isUnsure = needsName && typed.trim() !== name.trim()
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
      disabledReason={isUnsure ? "Enter the application's name." : undefined}
      onConfirm={() => remove.mutate(id)}
    >
      {needsName && (
        <Field label="Application name" hint={`${loss}Type the application's name to confirm.`}>
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
