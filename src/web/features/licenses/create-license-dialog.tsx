import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as areaTexts from '../../texts/licenses.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm, licenseErrors } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useCreateLicense, useProposedKey } from './use-licenses.ts'

export interface CreateLicenseDialogProps extends DialogState {
  readonly applicationId: number
  readonly onCreated?: (license: License) => void
}

/** Creates a license in the application's Licenses section, with a typed, a proposed or a generated key. */
export const CreateLicenseDialog = freshPerOpening(CreateLicenseForm)

const texts = { done: areaTexts.licenseCreatedSuccessfully, failed: areaTexts.failedToCreateLicense }

function CreateLicenseForm({ applicationId, isOpen, onClose, onCreated }: CreateLicenseDialogProps) {
  const { form, set, text, flag, value, errors, close, dialog } = useFormDialog({
    ...{ blank: blankLicense, isOpen, onClose, validate: licenseErrors },
    invalidToast: (first) => ({ title: texts.failed, description: first }),
  })
  const create = useCreateLicense(applicationId, texts, (license) => {
    close()
    onCreated?.(license)
  })
  const propose = useProposedKey(applicationId)
  const generate = () =>
    propose.mutate(undefined, {
      onSuccess: ({ generatedKey, defaultMaxUsers, defaultValidityDays }) =>
        // What was typed before or since stays.
        set((now) => ({
          ...(now.licenseKey === form.licenseKey && { licenseKey: generatedKey }),
          ...(now.maxUsers === blankLicense.maxUsers && { maxUsers: defaultMaxUsers }),
          ...(now.validityDays === blankLicense.validityDays && { validityDays: defaultValidityDays }),
        })),
    })
  return (
    <FormDialog
      {...dialog(create, bodyOf)}
      title={areaTexts.createLicense}
      description={areaTexts.usersRegisterInYour}
      needs="manage"
      submitText={areaTexts.createLicense}
      busyText={areaTexts.creating}
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label={areaTexts.licenseKey} error={errors.licenseKey}>
            <TextInput
              isMono
              {...text('licenseKey')}
              autoComplete="off"
              spellCheck={false}
              placeholder={areaTexts.leaveEmptyToGenerate}
            />
          </Field>
        </div>
        <Button
          className={errors.licenseKey === undefined ? '' : 'mb-[26px]'}
          needs="manage"
          isBusy={propose.isPending}
          onClick={generate}
        >
          {areaTexts.generate}
        </Button>
      </div>
      <LicenseDialogFields {...{ form, text, value, errors }} maxUsersLabel={areaTexts.maxUsers} />
      <Switch label={areaTexts.active} hint={areaTexts.whenOffNoOne} {...flag('isActive')} />
    </FormDialog>
  )
}

/** Empty fields are left out; without a key the server generates one. */
function bodyOf({ licenseKey, description, ...rest }: LicenseForm): NewLicense {
  return {
    ...rest,
    ...(licenseKey.trim() !== '' && { licenseKey: licenseKey.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}
