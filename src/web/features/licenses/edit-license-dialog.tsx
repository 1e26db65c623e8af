import { deviceLimitMax, graceDaysMax, maxUsersMax, sessionLimitMax } from '../../../shared/constants.ts'
import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/licenses.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CountInput } from '../../ui/form/count-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError, optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { formatDateTime, formatNumber, isNever } from '../../ui/text/format.ts'
import { type ChangedLicense, useLicenseCalls } from './use-license-details.ts'
import type { License } from './use-licenses.ts'

export interface LicenseDialogProps extends DialogState {
  readonly applicationId: number
  readonly license: License
}

const labels: Labels<LicenseForm> = {
  maxUsers: { label: texts.maxUsers, show: formatNumber },
  maxDevices: texts.devicesPerUser,
  maxSessions: texts.liveSessions,
  graceDays: texts.graceDays,
  description: texts.description,
  expiresAt: {
    label: texts.expiresAt,
    show: (expiresAt) => (isNever(expiresAt) ? texts.never : formatDateTime(expiresAt)),
  },
  isActive: texts.active,
}

/** Seats, note, expiry and state of a license. */
export function EditLicenseDialog({ applicationId, license, isOpen, onClose }: LicenseDialogProps) {
  const calls = useLicenseCalls(applicationId, license)
  const { form, set, text, flag, value, errors, dialog } = useEditForm({
    ...{ row: license, isOpen, onClose, calls, formOf, changeOf, labels },
    validate: ({ maxUsers, maxDevices, maxSessions, graceDays, expiresAt }) => ({
      maxUsers: countError(maxUsers, maxUsersMax),
      maxDevices: optionalCountError(maxDevices, deviceLimitMax),
      maxSessions: optionalCountError(maxSessions, sessionLimitMax),
      graceDays: optionalCountError(graceDays, graceDaysMax, 0),
      ...(license.expiresAt !== null && expiresAt === '' && { expiresAt: texts.chooseAnExpiry }),
    }),
  })
  return (
    <FormDialog
      {...dialog}
      needs="manage"
      title={texts.editLicense}
      submitText={texts.saveChanges}
      busyText={texts.saving}
    >
      <Field label={texts.maxUsers} error={errors.maxUsers}>
        <NumberInput {...value('maxUsers')} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.devicesPerUser} hint={texts.leaveEmptyForThe} error={errors.maxDevices}>
          <CountInput {...text('maxDevices')} />
        </Field>
        <Field label={texts.liveSessions} hint={texts.ofAllUsersTogether} error={errors.maxSessions}>
          <CountInput {...text('maxSessions')} placeholder={texts.noLimit} />
        </Field>
      </div>
      {license.expiresAt !== null && (
        <ExpiryField
          value={form.expiresAt}
          onChange={(expiresAt) => set({ expiresAt })}
          error={errors.expiresAt}
          hint={texts.usersOfThisLicense}
        />
      )}
      <Field label={texts.graceDays} hint={texts.accessAfterTheExpiry} error={errors.graceDays}>
        <CountInput {...text('graceDays')} placeholder={texts.asTheApplication} />
      </Field>
      <Field label={texts.descriptionOptional} error={errors.description}>
        <TextArea {...text('description')} rows={2} maxLength={500} />
      </Field>
      <Switch label={texts.active} hint={texts.whenOffNoOneCan} {...flag('isActive')} />
    </FormDialog>
  )
}

type LicenseForm = ReturnType<typeof formOf>

const formOf = ({ maxUsers, maxDevices, maxSessions, graceDays, description, expiresAt, isActive }: License) => ({
  maxUsers,
  maxDevices: String(maxDevices ?? ''),
  maxSessions: String(maxSessions ?? ''),
  graceDays: String(graceDays ?? ''),
  description,
  expiresAt: expiresAt ?? '',
  isActive,
})

/** What was changed. */
function changeOf(form: LicenseForm, opened: License): ChangedLicense {
  const before = formOf(opened)
  const fields = Object.keys(form) as (keyof LicenseForm)[]
  const wanted = {
    ...form,
    maxDevices: parseOptionalCount(form.maxDevices),
    maxSessions: parseOptionalCount(form.maxSessions),
    graceDays: parseOptionalCount(form.graceDays),
  }
  return Object.fromEntries(
    fields.filter((field) => form[field] !== before[field]).map((field) => [field, wanted[field]]),
  )
}
