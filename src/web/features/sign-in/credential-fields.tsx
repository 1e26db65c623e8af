import * as texts from '../../texts/sign-in.ts'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'

export interface CredentialFieldsProps {
  readonly email: string
  readonly password: string
  readonly errors: { readonly email?: string | undefined; readonly password?: string | undefined }
  readonly onEmail: (email: string) => void
  readonly onPassword: (password: string) => void
}

/** Email and password of an existing account. */
export function CredentialFields({ email, password, errors, onEmail, onPassword }: CredentialFieldsProps) {
  return (
    <>
      <Field label={texts.email} error={errors.email}>
        <EmailInput required value={email} onChange={(event) => onEmail(event.target.value)} />
      </Field>
      <PasswordField
        label={texts.password}
        error={errors.password}
        name="password"
        required
        autoComplete="current-password"
        value={password}
        onChange={onPassword}
      />
    </>
  )
}
