import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { changeOf, settingsErrors, settingsLabels, settingsOf } from './settings-form.ts'
import { SettingsProtection } from './settings-protection.tsx'
import { type Application, useApplicationCalls } from './use-application.ts'

export interface SettingsDialogProps extends DialogState {
  readonly application: Application
}

export const SettingsDialog = freshPerOpening(SettingsWindow)

function SettingsWindow({ application, isOpen, onClose }: SettingsDialogProps) {
  const calls = useApplicationCalls(application.id)
  const refusal = useReadOnlyReason()
  const { form, set, text, flag, errors, dialog } = useEditForm({
    ...{ row: application, isOpen, onClose, calls, changeOf },
    formOf: settingsOf,
    labels: settingsLabels,
    validate: settingsErrors,
    invalidToast: (first) => ({ title: 'Failed to update application', description: first }),
  })
  return (
    <FormDialog {...dialog} size="lg" title="Settings" submitText="Save Changes" needs="manage" busyText="Saving...">
      {refusal !== undefined && <Note>These settings are read-only. {refusal}</Note>}
      <fieldset disabled={refusal !== undefined} className="flex min-w-0 flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-[1fr_9rem] sm:gap-4">
          <Field label="Name" isRequired error={errors.name}>
            <TextInput {...text('name')} maxLength={100} />
          </Field>
          <Field label="Version" isRequired error={errors.version}>
            <TextInput {...text('version')} maxLength={32} autoComplete="off" />
          </Field>
        </div>
        <Field label="Description" error={errors.description}>
          <TextArea {...text('description')} rows={2} maxLength={1000} />
        </Field>
        <div className="flex flex-col gap-1">
          <Switch
            label="Active"
            hint="Off: the application is offline and every call of your software is refused."
            {...flag('isActive')}
          />
          <Switch
            label="HWID Lock"
            hint="Binds each user to the first machine that signs in. Off: one account can be passed around."
            {...flag('hwidLockEnabled')}
          />
        </div>
        <SettingsProtection {...{ form, set, text, flag, errors }} />
      </fieldset>
    </FormDialog>
  )
}
