import { Field, type FieldProps } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type CountFieldProps = Omit<FieldProps, 'children' | 'isRequired' | 'aside'> &
  Pick<TextInputProps, 'name' | 'value' | 'onChange' | 'placeholder'>

/**
 * A whole number that may be left empty, as text: the form checks it with `optionalCountError`.
 * `<CountField label="Devices" error={errors.maxDevices} {...text('maxDevices')} placeholder="No limit" />`
 */
export function CountField({ label, hint, error, ...input }: CountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput inputMode="numeric" autoComplete="off" {...input} />
    </Field>
  )
}
