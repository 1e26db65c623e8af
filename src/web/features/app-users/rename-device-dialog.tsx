import { deviceNameMaxLength } from '../../../shared/constants.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Device, useRenameDevice } from './use-devices.ts'

export interface RenameDeviceDialogProps extends DialogState {
  readonly applicationId: number
  readonly userId: number
  readonly device: Device
}

/** What people call a device. */
export const RenameDeviceDialog = freshPerOpening(RenameDeviceForm)

function RenameDeviceForm({ applicationId, userId, device, isOpen, onClose }: RenameDeviceDialogProps) {
  const { text, errors, close, dialog } = useFormDialog({
    ...{ blank: { name: device.name ?? '' }, isOpen, onClose },
    validate: ({ name }) => (name.trim() === '' ? { name: texts.enterAName } : {}),
  })
  const rename = useRenameDevice(applicationId, userId, () => close())
  return (
    <FormDialog
      {...dialog(rename, ({ name }) => ({ id: device.id, name: name.trim() }))}
      needs="help"
      title={texts.renameDevice}
      description={<bdi className="font-mono text-meta wrap-anywhere">{device.hwid}</bdi>}
      submitText={texts.saveName}
      busyText={texts.saving}
    >
      <Field label={texts.deviceName} error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={deviceNameMaxLength} />
      </Field>
    </FormDialog>
  )
}
