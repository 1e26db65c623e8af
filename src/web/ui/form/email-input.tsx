import { TextInput, type TextInputProps } from './text-input.tsx'

/** The email address of an account, as browsers and password managers know it. */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput type="email" name="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  )
}
