import { dashboardPasswordMinLength } from '../../../shared/constants.ts'
import * as texts from '../../texts/forms.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'

export interface NewPasswordFieldProps {
  readonly label?: string
  readonly name?: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (password: string) => void
}

/** A new password of a dashboard account. `<NewPasswordField value={password} error={error} onChange={setPassword} />` */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = texts.password, name = 'password', value, error, onChange } = props
  return (
    <Field label={label} error={error} hint={texts.atLeastCharactersA(dashboardPasswordMinLength)}>
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

/** Why the password can't be sent; undefined if it can. The server checks the rest. */
export const shortPasswordError = (password: string): string | undefined =>
  password.length < dashboardPasswordMinLength ? texts.passwordMustBeAt(dashboardPasswordMinLength) : undefined
