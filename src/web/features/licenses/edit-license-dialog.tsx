import { deviceLimitMax, maxUsersMax, sessionLimitMax } from '../../../shared/constants.ts'
import { ExpiryField } from '../../common/forms/expiry-field.tsx'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError, optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatDateTime, formatNumber, isNever } from '../../ui/text/format.ts'
import { type ChangedLicense, useLicenseCalls } from './use-license-details.ts'
import type { License } from './use-licenses.ts'

export interface LicenseDialogProps extends DialogState {
  readonly applicationId: number
  readonly license: License
}

const texts = {
  devices: 'Devices per user',
  devicesHint: 'Empty: as the application.',
  sessions: 'Live sessions',
  sessionsHint: 'Of all its users together. Empty: no limit.',
}

const labels: Labels<LicenseForm> = {
  maxUsers: { label: 'Max Users', show: formatNumber },
  maxDevices: texts.devices,
  maxSessions: texts.sessions,
  description: 'Description',
  expiresAt: { label: 'Expires At', show: (expiresAt) => (isNever(expiresAt) ? 'Never' : formatDateTime(expiresAt)) },
  isActive: 'Active',
}

/** Seats, note, expiry and state of a license. */
export function EditLicenseDialog({ applicationId, license, isOpen, onClose }: LicenseDialogProps) {
  const calls = useLicenseCalls(applicationId, license)
  const { form, set, text, flag, errors, dialog } = useEditForm({
    ...{ row: license, isOpen, onClose, calls, formOf, changeOf, labels },
    validate: ({ maxUsers, maxDevices, maxSessions, expiresAt }) => ({
      maxUsers: countError(maxUsers, maxUsersMax),
      maxDevices: optionalCountError(maxDevices, deviceLimitMax),
      maxSessions: optionalCountError(maxSessions, sessionLimitMax),
      ...(license.expiresAt !== null && expiresAt === '' && { expiresAt: 'Choose when it expires.' }),
    }),
  })
  return (
    <FormDialog {...dialog} needs="manage" title="Edit License" submitText="Save Changes" busyText="Saving...">
      <Field label="Max Users" error={errors.maxUsers}>
        <NumberInput name="maxUsers" value={form.maxUsers} onChange={(maxUsers) => set({ maxUsers })} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.devices} hint={texts.devicesHint} error={errors.maxDevices}>
          <TextInput {...text('maxDevices')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={texts.sessions} hint={texts.sessionsHint} error={errors.maxSessions}>
          <TextInput {...text('maxSessions')} inputMode="numeric" autoComplete="off" placeholder="No limit" />
        </Field>
      </div>
      {license.expiresAt !== null && (
        <ExpiryField
          value={form.expiresAt}
          onChange={(expiresAt) => set({ expiresAt })}
          error={errors.expiresAt}
          hint="Its users can sign in until then."
        />
      )}
      <Field label="Description (Optional)" error={errors.description}>
        <TextArea {...text('description')} rows={2} maxLength={500} />
      </Field>
      <Switch label="Active" hint="Off: nobody can sign in with it." {...flag('isActive')} />
    </FormDialog>
  )
}

type LicenseForm = ReturnType<typeof formOf>

const formOf = ({ maxUsers, maxDevices, maxSessions, description, expiresAt, isActive }: License) => ({
  maxUsers,
  maxDevices: String(maxDevices ?? ''),
  maxSessions: String(maxSessions ?? ''),
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
  }
  return Object.fromEntries(
    fields.filter((field) => form[field] !== before[field]).map((field) => [field, wanted[field]]),
  )
}
