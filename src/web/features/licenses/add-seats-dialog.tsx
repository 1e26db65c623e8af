import { maxUsersMax } from '../../../shared/constants.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import { formatCount, formatNumber } from '../../ui/text/format.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { useChangeLicense } from './use-license-details.ts'

/** More users for a license. */
export function AddSeatsDialog({ applicationId, license, isOpen, onClose }: LicenseDialogProps) {
  const most = maxUsersMax - license.maxUsers
  const { form, set, errors, close, dialog } = useFormDialog({
    ...{ blank: { seats: 1 }, isOpen, onClose },
    validate: ({ seats }) => ({ seats: countError(seats, most) }),
  })
  const add = useChangeLicense(applicationId, 'Seats added', () => close())
  const isValid = countError(form.seats, most) === undefined
  const changeOf = (seats: number) => ({
    license,
    changeOf: ({ maxUsers }: typeof license) => ({ maxUsers: maxUsers + seats }),
  })
  return (
    <FormDialog
      {...dialog(add, ({ seats }) => changeOf(seats))}
      needs="manage"
      title="Add Seats"
      description={`${formatNumber(license.currentUsers)} of ${formatCount(license.maxUsers, 'seat')} taken.`}
      submitText={isValid ? `Add ${formatCount(form.seats, 'Seat')}` : 'Add Seats'}
      busyText="Adding..."
    >
      <Field
        label="Seats"
        error={errors.seats}
        hint={isValid ? `${formatCount(license.maxUsers + form.seats, 'seat')} in all` : undefined}
      >
        <NumberInput name="seats" value={form.seats} onChange={(seats) => set({ seats })} />
      </Field>
    </FormDialog>
  )
}
