import { daysMax } from '../../../shared/constants.ts'
import { daysLater } from '../../common/days-later.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import type { AppUser } from './use-app-users.ts'
import { useExtendLicense } from './use-inspection.ts'
import { useSetExpiry } from './use-user-changes.ts'

export interface ExtendDialogProps extends DialogState {
  readonly applicationId: number
  readonly target: { readonly user: AppUser } | { readonly licenseId: number }
  readonly expiresAt: string | null
  /** The name of the user, or the license key. */
  readonly name: string
}

const usualDays = 30

/** Adds days to the expiry of a user or a license; what has expired gets them from now on. */
export function ExtendDialog({ applicationId, target, expiresAt, name, isOpen, onClose }: ExtendDialogProps) {
  const validate = (form: { readonly days: number }) => {
    const days = countError(form.days, daysMax)
    return days === undefined ? {} : { days }
  }
  const { form, value, errors, close, dialog } = useFormDialog({
    blank: { days: usualDays },
    isOpen,
    onClose,
    validate,
  })
  const user = useSetExpiry(applicationId, close)
  const license = useExtendLicense(applicationId, close)
  const until = countError(form.days, daysMax) === undefined ? daysLater(expiresAt, form.days, new Date()) : undefined
  const extension =
    'user' in target
      ? dialog(user, ({ days }) => ({ user: target.user, expiresAt: daysLater(expiresAt, days, new Date()) }))
      : dialog(license, ({ days }) => ({ id: target.licenseId, expiresAt: daysLater(expiresAt, days, new Date()) }))
  return (
    <FormDialog
      {...extension}
      needs={'user' in target ? 'help' : 'manage'}
      title={'user' in target ? texts.extendUser : texts.extendLicense}
      description={<bdi className="wrap-anywhere font-medium text-fg">{name}</bdi>}
      submitText={texts.extend}
      busyText={texts.extending}
    >
      <Field label={texts.days} error={errors.days} hint={until && texts.expiresOf(until)}>
        <NumberInput {...value('days')} />
      </Field>
    </FormDialog>
  )
}
