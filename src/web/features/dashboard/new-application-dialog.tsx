import type { ApiReply } from '../../api/client.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/dashboard.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCreateApplication } from './use-applications.ts'

export interface NewApplicationDialogProps extends DialogState {
  readonly onCreated: (application: ApiReply<'POST /api/applications'>) => void
}

const blank = { name: '', description: '' }

export function NewApplicationDialog({ isOpen, onClose, onCreated }: NewApplicationDialogProps) {
  const { text, errors, leave, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose },
    validate: ({ name }) => (name.trim() === '' ? { name: texts.pleaseEnterAnApplication } : {}),
    invalidToast: (first) => ({ title: texts.error, description: first }),
  })
  const create = useCreateApplication((made) => leave(() => onCreated(made)))
  return (
    <FormDialog
      {...dialog(create, ({ name, description }) => ({ name: name.trim(), description: description.trim() }))}
      title={texts.newApplication}
      description={texts.youGetAnApi}
      submitText={texts.createApplication}
      busyText={texts.creating}
    >
      <Field label={texts.applicationNameText} isRequired error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={100} placeholder={texts.eGMyGame} />
      </Field>
      <Field label={texts.descriptionOptional} error={errors.description}>
        <TextArea {...text('description')} maxLength={1000} />
      </Field>
    </FormDialog>
  )
}
