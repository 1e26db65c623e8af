import { maxUsersMax } from '../../../shared/constants.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/licenses.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { useChangeLicense } from './use-license-details.ts'

/** More users for a license. */
export function AddSeatsDialog({ applicationId, license, isOpen, onClose }: LicenseDialogProps) {
  const most = maxUsersMax - license.maxUsers
  const { form, value, errors, close, dialog } = useFormDialog({
    ...{ blank: { seats: 1 }, isOpen, onClose },
    validate: ({ seats }) => ({ seats: countError(seats, most) }),
  })
  const add = useChangeLicense(applicationId, texts.seatsAdded, () => close())
  const isValid = countError(form.seats, most) === undefined
  const changeOf = (seats: number) => ({
    license,
    changeOf: ({ maxUsers }: typeof license) => ({ maxUsers: maxUsers + seats }),
  })
  return (
    <FormDialog
      {...dialog(add, ({ seats }) => changeOf(seats))}
      needs="manage"
      title={texts.addSeats}
      description={texts.ofTaken(license.currentUsers, license.maxUsers)}
      submitText={isValid ? texts.add(form.seats) : texts.addSeats}
      busyText={texts.adding}
    >
      <Field
        label={texts.seats}
        error={errors.seats}
        hint={isValid ? texts.inAll(license.maxUsers + form.seats) : undefined}
      >
        <NumberInput {...value('seats')} />
      </Field>
    </FormDialog>
  )
}
