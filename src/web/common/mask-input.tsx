import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'

/** The mask of new license keys, such as `KW-****-****`. */
export function MaskInput(props: TextInputProps) {
  return <TextInput isMono autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} {...props} />
}
