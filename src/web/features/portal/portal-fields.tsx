import type { ComponentProps } from 'react'
import * as texts from '../../texts/portal.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

interface PortalFieldProps extends Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode'> {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly error?: string | undefined
  readonly isMono?: boolean
}

/** One line of text. */
export function PortalTextField({ label, hint, error, onChange, ...input }: PortalFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** A password that can be shown. */
export function PortalPasswordField({ label, error, onChange, isMono: _, hint: __, ...input }: PortalFieldProps) {
  return (
    <Field label={label} error={error}>
      <PasswordInput {...input} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

interface RequiredFieldProps extends Pick<PortalFieldProps, 'name' | 'value' | 'onChange' | 'error'> {
  /** Whether the form was sent: an empty field is an error from then on. */
  readonly isSent: boolean
}

/** The name that a customer signs in with. */
export function PortalNameField({ isSent, error, ...field }: RequiredFieldProps) {
  const isMissing = isSent && field.value.trim() === ''
  return (
    <PortalTextField
      label={texts.username}
      autoComplete="username"
      error={isMissing ? texts.usernameMissing : error}
      {...field}
    />
  )
}

/** The digits of a code from an email. */
export function PortalCodeField({ isSent, error, ...field }: RequiredFieldProps) {
  const isMissing = isSent && field.value.trim() === ''
  return (
    <PortalTextField
      label={texts.code}
      hint={texts.codeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      error={isMissing ? texts.codeMissing : error}
      {...field}
    />
  )
}
