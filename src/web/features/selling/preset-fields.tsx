import { presetNameMaxLength } from '../../../shared/constants.ts'
import { FeatureFields } from '../../common/features/feature-fields.tsx'
import type { FieldErrors, TextProps } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/selling.ts'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { PresetForm } from './preset-form.ts'

export interface PresetFieldsProps {
  readonly form: PresetForm
  readonly set: (change: Partial<PresetForm>) => void
  readonly text: (name: 'name' | 'maxDevices' | 'maxSessions' | 'mask') => TextProps
  readonly errors: FieldErrors
}

/** The fields of a new and of an existing preset. */
export function PresetFields({ form, set, text, errors }: PresetFieldsProps) {
  return (
    <>
      <Field label={texts.name} isRequired error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={presetNameMaxLength} placeholder={texts.pro} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.maxUsers} error={errors.maxUsers}>
          <NumberInput name="maxUsers" value={form.maxUsers} onChange={(maxUsers) => set({ maxUsers })} />
        </Field>
        <Field label={texts.validityDays} error={errors.validityDays}>
          <NumberInput
            name="validityDays"
            value={form.validityDays}
            onChange={(validityDays) => set({ validityDays })}
          />
        </Field>
        <Field label={texts.devices} hint={texts.devicesHint} error={errors.maxDevices}>
          <TextInput {...text('maxDevices')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={texts.sessions} hint={texts.sessionsHint} error={errors.maxSessions}>
          <TextInput {...text('maxSessions')} inputMode="numeric" autoComplete="off" placeholder={texts.noLimit} />
        </Field>
      </div>
      <Field label={texts.validityStart}>
        <Select
          name="validityStart"
          options={texts.starts}
          value={form.validityStart}
          onChange={(validityStart) => set({ validityStart })}
        />
      </Field>
      <Field label={texts.mask} hint={texts.maskHint} error={errors.mask}>
        <TextInput
          {...text('mask')}
          isMono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          placeholder={texts.kw}
        />
      </Field>
      <FeatureFields rows={form.rows} onChange={(rows) => set({ rows })} errors={errors} />
    </>
  )
}
