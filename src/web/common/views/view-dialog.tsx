import * as texts from '../../texts/views.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useFormDialog } from '../forms/use-form-dialog.tsx'
import { type NewView, type SavedView, useChangeView, useSaveView } from './use-saved-views.ts'

/** A view that is to be saved, or one that gets another name. */
export type NamedView = Omit<NewView, 'name'> & Partial<Pick<SavedView, 'id' | 'name'>>

export interface ViewDialogProps extends DialogState {
  readonly view: NamedView
}

/** Asks for the name of a view. */
export function ViewDialog({ view: { id, name = '', ...view }, isOpen, onClose }: ViewDialogProps) {
  const { text, errors, close, dialog } = useFormDialog({
    ...{ blank: { name }, isOpen, onClose },
    validate: (form) => (form.name.trim() === '' ? { name: texts.nameIsRequired } : {}),
  })
  const save = useSaveView(() => close())
  const rename = useChangeView(() => close())
  return (
    <FormDialog
      {...(id === undefined
        ? dialog(save, (form) => ({ ...view, name: form.name.trim() }))
        : dialog(rename, (form) => ({ id, name: form.name.trim() })))}
      title={id === undefined ? texts.saveViewText : texts.renameView}
      description={id === undefined ? texts.savesTheFiltersAnd : undefined}
      submitText={id === undefined ? texts.saveViewText : texts.renameText}
      busyText={texts.saving}
    >
      <Field label={texts.name} error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={40} placeholder={texts.eGExpiringVIPs} />
      </Field>
    </FormDialog>
  )
}
