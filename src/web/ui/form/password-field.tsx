import { Field, type FieldProps } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

export interface PasswordFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  readonly name: string
  readonly autoComplete: 'current-password' | 'off'
  readonly required?: boolean
  readonly value: string
  readonly onChange: (password: string) => void
}

/** A password that exists already. `<PasswordField label="Password" name="password" autoComplete="current-password" … />` */
export function PasswordField({ label, hint, error, onChange, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <PasswordInput {...input} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
