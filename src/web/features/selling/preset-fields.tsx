import { presetNameMaxLength } from '../../../shared/constants.ts'
import { FeatureFields } from '../../common/features/feature-fields.tsx'
import type { FieldErrors, TextProps, ValueProps } from '../../common/forms/use-form-dialog.tsx'
import { MaskInput } from '../../common/mask-input.tsx'
import * as texts from '../../texts/selling.ts'
import { CountInput } from '../../ui/form/count-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { PresetForm } from './preset-form.ts'

export interface PresetFieldsProps {
  readonly form: PresetForm
  readonly set: (change: Partial<PresetForm>) => void
  readonly text: (name: 'name' | 'maxDevices' | 'maxSessions' | 'graceDays' | 'mask') => TextProps
  readonly value: <Name extends keyof PresetForm & string>(name: Name) => ValueProps<PresetForm[Name]>
  readonly errors: FieldErrors
}

/** The fields of a new and of an existing preset. */
export function PresetFields({ form, set, text, value, errors }: PresetFieldsProps) {
  return (
    <>
      <Field label={texts.name} isRequired error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={presetNameMaxLength} placeholder={texts.pro} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.maxUsers} error={errors.maxUsers}>
          <NumberInput {...value('maxUsers')} />
        </Field>
        <Field label={texts.validityDays} error={errors.validityDays}>
          <NumberInput {...value('validityDays')} />
        </Field>
        <Field label={texts.devices} hint={texts.devicesHint} error={errors.maxDevices}>
          <CountInput {...text('maxDevices')} />
        </Field>
        <Field label={texts.sessions} hint={texts.sessionsHint} error={errors.maxSessions}>
          <CountInput {...text('maxSessions')} placeholder={texts.noLimit} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.validityStart}>
          <Select {...value('validityStart')} options={texts.starts} />
        </Field>
        <Field label={texts.graceDays} hint={texts.graceHint} error={errors.graceDays}>
          <CountInput {...text('graceDays')} />
        </Field>
      </div>
      <Field label={texts.mask} hint={texts.maskHint} error={errors.mask}>
        <MaskInput {...text('mask')} placeholder={texts.kw} />
      </Field>
      <FeatureFields rows={form.rows} onChange={(rows) => set({ rows })} errors={errors} />
    </>
  )
}
