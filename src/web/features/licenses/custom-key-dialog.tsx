import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as areaTexts from '../../texts/licenses.ts'
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
  done: { title: areaTexts.success, description: areaTexts.licenseKeyCreatedSuccessfully },
  failed: { title: areaTexts.error, fallback: areaTexts.failedToCreateLicenseKey },
}

/** A license with a key that the user types. */
export function CustomKeyDialog({ applicationId, isOpen, onClose, onCreated }: CustomKeyDialogProps) {
  const { form, text, value, errors, close, dialog } = useFormDialog({
    ...{ blank: blankLicense, isOpen, onClose, validate },
    invalidToast: (first) => ({ title: areaTexts.error, description: first }),
  })
  const create = useCreateLicense(applicationId, texts, (license) => {
    close()
    onCreated?.(license)
  })
  return (
    <FormDialog
      {...dialog(create, bodyOf)}
      title={areaTexts.createCustomKey}
      description={areaTexts.chooseYourOwnLicense}
      needs="manage"
      submitText={areaTexts.createCustomKey}
      busyText={areaTexts.creating}
    >
      <Field label={areaTexts.licenseKey} isRequired error={errors.licenseKey}>
        <TextInput
          isMono
          {...text('licenseKey')}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          placeholder={areaTexts.eGMyCustom}
        />
      </Field>
      <LicenseDialogFields {...{ form, text, value, errors }} maxUsersLabel={areaTexts.maximumUsers} />
    </FormDialog>
  )
}

function validate(form: LicenseForm) {
  if (form.licenseKey.trim() === '') return { licenseKey: areaTexts.pleaseProvideALicense }
  return licenseErrors(form)
}

function bodyOf({ licenseKey, isActive: _, description, ...rest }: LicenseForm): NewLicense {
  return {
    ...rest,
    licenseKey: licenseKey.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
