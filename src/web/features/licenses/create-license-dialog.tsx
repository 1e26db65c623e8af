import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useCreateLicense, useProposedKey } from './use-licenses.ts'

export interface CreateLicenseDialogProps {
  readonly applicationId: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated?: (license: License) => void
}

/** The dialog of the application's Licenses section: one's own key, a proposed one, or blank. */
export const CreateLicenseDialog = perOpening(CreateLicenseForm)

const texts = { done: 'License created successfully', failed: 'Failed to create license' }
const noErrors: Readonly<Record<string, string>> = {}

function CreateLicenseForm({ applicationId, isOpen, onClose, onCreated }: CreateLicenseDialogProps) {
  const [form, setForm] = useState(blankLicense)
  const [errors, setErrors] = useState(noErrors)
  const set = (change: Partial<LicenseForm>) => setForm((old) => ({ ...old, ...change }))
  const isDirty = JSON.stringify(form) !== JSON.stringify(blankLicense)
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const create = useCreateLicense(applicationId, texts, (license) => {
    close()
    onCreated?.(license)
  })
  const propose = useProposedKey(applicationId)
  const generate = () =>
    propose.mutate(undefined, {
      onSuccess: ({ generatedKey, defaultMaxUsers, defaultValidityDays }) =>
        // What was typed already, or since it was asked for, stays.
        setForm((now) => ({
          ...now,
          ...(now.licenseKey === form.licenseKey && { licenseKey: generatedKey }),
          ...(now.maxUsers === blankLicense.maxUsers && { maxUsers: defaultMaxUsers }),
          ...(now.validityDays === blankLicense.validityDays && { validityDays: defaultValidityDays }),
        })),
    })
  const submit = () => {
    setErrors(noErrors)
    create.mutate(bodyOf(form), {
      onError: (error) => setErrors(error instanceof ApiError ? error.fields : noErrors),
    })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Create License"
      description="A key with which people register in your software."
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={create.isPending} busyText="Creating...">
            Create License
          </Button>
        </>
      }
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label="License Key" error={errors.licenseKey}>
            <TextInput
              isMono
              name="licenseKey"
              autoComplete="off"
              spellCheck={false}
              placeholder="Leave empty to generate one"
              value={form.licenseKey}
              onChange={(event) => set({ licenseKey: event.target.value })}
            />
          </Field>
        </div>
        <Button
          className={errors.licenseKey === undefined ? '' : 'mb-[26px]'}
          isBusy={propose.isPending}
          onClick={generate}
        >
          Generate
        </Button>
      </div>
      <LicenseDialogFields form={form} set={set} errors={errors} maxUsersLabel="Max Users" />
      <Switch
        label="Active"
        hint="Off: nobody can register with it yet."
        checked={form.isActive}
        onChange={(isActive) => set({ isActive })}
      />
      {guard.question}
    </Dialog>
  )
}

/** A blank key and a blank description are left out: the server makes the key. */
function bodyOf({ licenseKey, description, ...rest }: LicenseForm): NewLicense {
  return {
    ...rest,
    ...(licenseKey.trim() !== '' && { licenseKey: licenseKey.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
