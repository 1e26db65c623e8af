import { type FieldErrors, useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useCreateLicense, useGenerateLicense } from './use-licenses.ts'

export interface NewKeyDialogProps extends DialogState {
  readonly applicationId: number
  /** `generate`: the server makes the key. `custom`: the user types it. */
  readonly kind: 'generate' | 'custom'
  readonly onCreated?: (license: License) => void
}

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

/** The two dialogs of the license page: Generate Key and Create Custom Key. */
export function NewKeyDialog({ applicationId, kind, isOpen, onClose, onCreated }: NewKeyDialogProps) {
  const { title, description, busy, texts } = facts[kind]
  const { form, set, text, errors, close, dialog } = useFormDialog({
    ...{ blank: blankLicense, isOpen, onClose },
    validate: (filled) => errorsIn(kind, filled),
    invalidToast: (first) => ({ title: 'Error', description: first }),
  })
  const done = (license: License) => {
    close()
    onCreated?.(license)
  }
  const generate = useGenerateLicense(applicationId, texts, done)
  const create = useCreateLicense(applicationId, texts, done)
  const save = kind === 'generate' ? generate : create
  return (
    <FormDialog
      {...dialog(save, (filled) => bodyOf(kind, filled))}
      title={title}
      description={description}
      submitText={title}
      busyText={busy}
    >
      {kind === 'custom' && (
        <Field label="License Key" isRequired error={errors.licenseKey}>
          <TextInput
            isMono
            {...text('licenseKey')}
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            placeholder="e.g., MY-CUSTOM-KEY-2027"
          />
        </Field>
      )}
      <LicenseDialogFields {...{ form, set, text, errors }} maxUsersLabel="Maximum Users" />
    </FormDialog>
  )
}

function errorsIn(kind: NewKeyDialogProps['kind'], form: LicenseForm): FieldErrors {
  if (kind === 'custom' && form.licenseKey.trim() === '') return { licenseKey: 'Please provide a license key' }
  if (form.validityDays < 1) return { validityDays: 'Validity days must be at least 1' }
  return {}
}

function bodyOf(kind: NewKeyDialogProps['kind'], form: LicenseForm): NewLicense {
  const { licenseKey, isActive: _, description, ...rest } = form
  return {
    ...rest,
    ...(kind === 'custom' && { licenseKey: licenseKey.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
