import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm, licenseErrors } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useCreateLicense } from './use-licenses.ts'

export interface CustomKeyDialogProps extends DialogState {
  readonly applicationId: number
  readonly onCreated?: (license: License) => void
}

const texts = {
  done: { title: 'Success', description: 'License key created successfully' },
  failed: { title: 'Error', fallback: 'Failed to create license key' },
}

/** A license with a key that the user types. */
export function CustomKeyDialog({ applicationId, isOpen, onClose, onCreated }: CustomKeyDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({
    ...{ blank: blankLicense, isOpen, onClose, validate },
    invalidToast: (first) => ({ title: 'Error', description: first }),
  })
  const create = useCreateLicense(applicationId, texts, (license) => {
    close()
    onCreated?.(license)
  })
  return (
    <FormDialog
      {...dialog(create, bodyOf)}
      title="Create Custom Key"
      description="Choose your own license key."
      needs="manage"
      submitText="Create Custom Key"
      busyText="Creating..."
    >
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
      <LicenseDialogFields {...{ form, set, text, errors }} maxUsersLabel="Maximum Users" />
    </FormDialog>
  )
}

function validate(form: LicenseForm) {
  if (form.licenseKey.trim() === '') return { licenseKey: 'Please provide a license key' }
  return licenseErrors(form)
}

function bodyOf({ licenseKey, isActive: _, description, ...rest }: LicenseForm): NewLicense {
  return {
    ...rest,
    licenseKey: licenseKey.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
