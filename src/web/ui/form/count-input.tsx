import { TextInput, type TextInputProps } from './text-input.tsx'

/**
 * A whole number that may be left empty, as text: the form checks it with `optionalCountError`.
 * `<CountInput {...text('maxDevices')} placeholder="No limit" />`
 */
export function CountInput(props: Omit<TextInputProps, 'inputMode' | 'autoComplete'>) {
  return <TextInput inputMode="numeric" autoComplete="off" {...props} />
}
