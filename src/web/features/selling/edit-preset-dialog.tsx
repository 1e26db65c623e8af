import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/selling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { PresetFields } from './preset-fields.tsx'
import { presetChange, presetErrors, presetFormOf, presetLabels } from './preset-form.ts'
import { type Preset, usePresetCalls } from './use-presets.ts'

export interface EditPresetDialogProps extends DialogState {
  readonly applicationId: number
  readonly preset: Preset
}

/** Changes a preset; its licenses stay as they are. */
export function EditPresetDialog({ applicationId, preset, isOpen, onClose }: EditPresetDialogProps) {
  const calls = usePresetCalls(applicationId, preset)
  const { form, set, text, value, errors, dialog } = useEditForm({
    ...{ row: preset, isOpen, onClose, calls },
    ...{ formOf: presetFormOf, changeOf: presetChange, labels: presetLabels, validate: presetErrors },
  })
  return (
    <FormDialog
      {...dialog}
      size="lg"
      needs="manage"
      title={texts.editTitle}
      description={texts.editNote}
      submitText={texts.save}
      busyText={texts.saving}
    >
      <PresetFields {...{ form, set, text, value, errors }} />
    </FormDialog>
  )
}
