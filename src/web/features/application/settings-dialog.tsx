import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { changeOf, settingsErrors, settingsLabels, settingsOf } from './settings-form.ts'
import { SettingsProtection } from './settings-protection.tsx'
import { type Application, useApplicationCalls } from './use-application.ts'

export interface SettingsDialogProps {
  readonly application: Application
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const SettingsDialog = perOpening(SettingsWindow)

const noErrors: Readonly<Record<string, string>> = {}

function SettingsWindow({ application, isOpen, onClose }: SettingsDialogProps) {
  const calls = useApplicationCalls(application.id)
  const edits = useEditForm({
    ...{ row: application, isOpen, onClose, calls, changeOf },
    formOf: settingsOf,
    labels: settingsLabels,
  })
  const { form, set, close } = edits
  const [wrong, setWrong] = useState(noErrors)
  const errors = { ...fieldErrors(edits.error), ...wrong }
  const submit = () => {
    const found = settingsErrors(form)
    setWrong(found)
    const first = Object.values(found)[0]
    if (first === undefined) edits.submit()
    else toast({ title: 'Failed to update application', description: first, kind: 'destructive' })
  }
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Settings"
      isDirty={edits.isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabledReason={useReadOnlyReason()}
            isBusy={edits.isSaving}
            busyText="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem] sm:gap-4">
        <Field label="Name" isRequired error={errors.name}>
          <TextInput
            name="name"
            maxLength={100}
            value={form.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Version" isRequired error={errors.version}>
          <TextInput
            name="version"
            maxLength={32}
            autoComplete="off"
            value={form.version}
            onChange={(event) => set({ version: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Description" error={errors.description}>
        <TextArea
          name="description"
          rows={2}
          maxLength={1000}
          value={form.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-1">
        <Switch
          label="Active"
          hint="Off: the application is offline and every call of your software is refused."
          checked={form.isActive}
          onChange={(isActive) => set({ isActive })}
        />
        <Switch
          label="HWID Lock"
          hint="Binds each user to the first machine that signs in. Off: one account can be passed around."
          checked={form.hwidLockEnabled}
          onChange={(hwidLockEnabled) => set({ hwidLockEnabled })}
        />
      </div>
      <SettingsProtection form={form} set={set} errors={errors} />
      {edits.question}
    </Dialog>
  )
}
