import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/selling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { PresetFields } from './preset-fields.tsx'
import { blankPreset, presetErrors, presetOf } from './preset-form.ts'
import { useCreatePreset } from './use-presets.ts'

export interface NewPresetDialogProps extends DialogState {
  readonly applicationId: number
}

/** Makes a preset. */
export function NewPresetDialog({ applicationId, isOpen, onClose }: NewPresetDialogProps) {
  const { form, set, text, value, errors, close, dialog } = useFormDialog({
    ...{ blank: blankPreset, isOpen, onClose },
    validate: presetErrors,
  })
  const create = useCreatePreset(applicationId, () => close())
  return (
    <FormDialog
      {...dialog(create, presetOf)}
      size="lg"
      needs="manage"
      title={texts.newTitle}
      submitText={texts.create}
      busyText={texts.creating}
    >
      <PresetFields {...{ form, set, text, value, errors }} />
    </FormDialog>
  )
}
