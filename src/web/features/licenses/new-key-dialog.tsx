import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useCreateLicense, useGenerateLicense } from './use-licenses.ts'

export interface NewKeyDialogProps {
  readonly applicationId: number
  /** `generate`: the server makes the key. `custom`: one's own. */
  readonly kind: 'generate' | 'custom'
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated?: (license: License) => void
}

/** The two dialogs of the license page: Generate Key and Create Custom Key. */
export const NewKeyDialog = perOpening(NewKeyForm)

const noErrors: Readonly<Record<string, string>> = {}

const facts = {
  generate: {
    title: 'Generate Key',
    description: 'A new key, made by the server.',
    busy: 'Generating...',
    texts: {
      done: { title: 'Success', description: 'License key generated successfully' },
      failed: { title: 'Error', fallback: 'Failed to generate license key' },
    },
  },
  custom: {
    title: 'Create Custom Key',
    description: 'A key of your own.',
    busy: 'Creating...',
    texts: {
      done: { title: 'Success', description: 'License key created successfully' },
      failed: { title: 'Error', fallback: 'Failed to create license key' },
    },
  },
} as const

function NewKeyForm({ applicationId, kind, isOpen, onClose, onCreated }: NewKeyDialogProps) {
  const { title, description, busy, texts } = facts[kind]
  const [form, setForm] = useState(blankLicense)
  const [errors, setErrors] = useState(noErrors)
  const set = (change: Partial<LicenseForm>) => setForm((old) => ({ ...old, ...change }))
  const isDirty = JSON.stringify(form) !== JSON.stringify(blankLicense)
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const done = (license: License) => {
    close()
    onCreated?.(license)
  }
  const generate = useGenerateLicense(applicationId, texts, done)
  const create = useCreateLicense(applicationId, texts, done)
  const save = kind === 'generate' ? generate : create
  const submit = () => {
    const wrong = wrongFields(kind, form)
    setErrors(wrong)
    const first = Object.values(wrong)[0]
    if (first !== undefined) {
      toast({ title: 'Error', description: first, kind: 'destructive' })
      return
    }
    save.mutate(bodyOf(kind, form), {
      onError: (error) => setErrors(error instanceof ApiError ? error.fields : noErrors),
    })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title={title}
      description={description}
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={save.isPending} busyText={busy}>
            {title}
          </Button>
        </>
      }
    >
      {kind === 'custom' && (
        <Field label="License Key" isRequired error={errors.licenseKey}>
          <TextInput
            isMono
            name="licenseKey"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            placeholder="e.g., MY-CUSTOM-KEY-2027"
            value={form.licenseKey}
            onChange={(event) => set({ licenseKey: event.target.value })}
          />
        </Field>
      )}
      <LicenseDialogFields form={form} set={set} errors={errors} maxUsersLabel="Maximum Users" />
      {guard.question}
    </Dialog>
  )
}

function wrongFields(kind: NewKeyDialogProps['kind'], form: LicenseForm): Readonly<Record<string, string>> {
  if (kind === 'custom' && form.licenseKey.trim() === '') return { licenseKey: 'Please provide a license key' }
  if (form.validityDays < 1) return { validityDays: 'Validity days must be at least 1' }
  return noErrors
}

function bodyOf(kind: NewKeyDialogProps['kind'], form: LicenseForm): NewLicense {
  const { licenseKey, isActive: _, description, ...rest } = form
  return {
    ...rest,
    ...(kind === 'custom' && { licenseKey: licenseKey.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
