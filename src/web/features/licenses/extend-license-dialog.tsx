import { daysMax } from '../../../shared/constants.ts'
import { daysLater } from '../../common/days-later.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/licenses.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { useChangeLicense } from './use-license-details.ts'

/** More days for a license and so for its users; one that has expired starts again now. */
export function ExtendLicenseDialog({ applicationId, license, isOpen, onClose }: LicenseDialogProps) {
  const { form, value, errors, close, dialog } = useFormDialog({
    ...{ blank: { days: 30 }, isOpen, onClose },
    validate: ({ days }) => ({ days: countError(days, daysMax) }),
  })
  const extend = useChangeLicense(applicationId, texts.licenseExtended, () => close())
  const isValid = countError(form.days, daysMax) === undefined
  const changeOf = (days: number) => ({
    license,
    changeOf: ({ expiresAt }: typeof license) => ({ expiresAt: daysLater(expiresAt, days, new Date()) }),
  })
  return (
    <FormDialog
      {...dialog(extend, ({ days }) => changeOf(days))}
      needs="manage"
      title={texts.extendLicense}
      description={texts.ofThisLicenseCan(license.currentUsers)}
      submitText={isValid ? texts.extendBy(form.days) : texts.extend}
      busyText={texts.extending}
    >
      <Field
        label={texts.days}
        error={errors.days}
        hint={isValid ? texts.newExpiry(daysLater(license.expiresAt, form.days, new Date())) : undefined}
      >
        <NumberInput {...value('days')} />
      </Field>
    </FormDialog>
  )
}
