import { useState } from 'react'
import * as texts from '../../texts/dashboard.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
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
  const loss = counts.users > 0 ? texts.willLoseAccess(counts.users) : ''
  const needsName = isNameAsked || counts.users > 0
  const isUnsure = needsName && typed.trim() !== name.trim()
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.deleteApplication}
      text={
        <>
          {texts.thisActionCannotBe} <bdi className="font-medium text-fg">{name}</bdi> {texts.andRemoveAllAssociated}
        </>
      }
      needs="delete"
      confirmText={texts.deleteApplication}
      pendingText={texts.deleting}
      isPending={remove.isPending}
      disabledReason={isUnsure ? texts.enterTheApplicationsName : undefined}
      onConfirm={() => remove.mutate(id)}
    >
      {needsName && (
        <Field label={texts.applicationName} hint={texts.typeTheApplicationsName(loss)}>
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
