import { daysMax, defaultMaxUsers, defaultValidityDays, maxUsersMax } from '../../../shared/constants.ts'
import type { FieldErrors, TextProps, ValueProps } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/licenses.ts'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { NewLicense } from './use-licenses.ts'

type ValidityStart = NonNullable<NewLicense['validityStart']>

export interface LicenseForm {
  readonly licenseKey: string
  readonly maxUsers: number
  readonly validityDays: number
  readonly description: string
  readonly isActive: boolean
  readonly validityStart: ValidityStart
}

export const blankLicense: LicenseForm = {
  licenseKey: '',
  maxUsers: defaultMaxUsers,
  validityDays: defaultValidityDays,
  description: '',
  isActive: true,
  validityStart: 'creation',
}

/** What is wrong with the numbers of a new license. */
export function licenseErrors({ maxUsers, validityDays }: LicenseForm): FieldErrors {
  return {
    maxUsers: countError(maxUsers, maxUsersMax),
    validityDays: countError(validityDays, daysMax, texts.validityDaysMustBe),
  }
}

const starts: readonly { readonly value: ValidityStart; readonly label: string }[] = [
  { value: 'creation', label: texts.atCreation },
  { value: 'first_use', label: texts.atFirstUse },
]

export interface LicenseDialogFieldsProps {
  readonly form: LicenseForm
  readonly text: (name: 'description') => TextProps
  readonly value: <Name extends keyof LicenseForm>(name: Name) => ValueProps<LicenseForm[Name]>
  readonly errors: FieldErrors
  readonly maxUsersLabel: 'Max Users' | 'Maximum Users'
}

/** The fields that all dialogs for new licenses share. */
export function LicenseDialogFields({ form, text, value, errors, maxUsersLabel }: LicenseDialogFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={maxUsersLabel} error={errors.maxUsers}>
          <NumberInput {...value('maxUsers')} />
        </Field>
        <Field label={texts.validityDays} error={errors.validityDays}>
          <NumberInput {...value('validityDays')} />
        </Field>
      </div>
      <Field
        label={texts.validityStarts}
        hint={form.validityStart === 'creation' ? texts.daysCountFromNow : texts.daysCountFromThe}
      >
        <Select {...value('validityStart')} options={starts} />
      </Field>
      <Field label={texts.descriptionOptional} error={errors.description}>
        <TextArea {...text('description')} rows={2} maxLength={500} />
      </Field>
    </>
  )
}
