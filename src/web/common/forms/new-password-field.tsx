import { dashboardPasswordMinLength } from '../../../shared/constants.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'

export interface NewPasswordFieldProps {
  readonly label?: string
  readonly name?: string
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error: string | undefined
}

/** A new password of a dashboard user. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  value,
  onChange,
  error,
}: NewPasswordFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={`At least ${dashboardPasswordMinLength} characters. A few unrelated words make a good one.`}
    >
      <PasswordInput
        name={name}
        required
        autoComplete="new-password"
        minLength={dashboardPasswordMinLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** Why it is refused before it is sent; the server also judges how guessable it is. */
export function newPasswordError(password: string): string | undefined {
  return password.length < dashboardPasswordMinLength
    ? `Password must be at least ${dashboardPasswordMinLength} characters.`
    : undefined
}
