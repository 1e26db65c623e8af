import { type ComponentProps, useState } from 'react'
import { parseCount } from './parse-count.ts'
import { TextInput } from './text-input.tsx'

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'type'> {
  readonly value: number
  readonly onChange: (value: number) => void
  /** Smallest value; also the value of text that isn't a number. */
  readonly min?: number
}

/**
 * A whole number, as a text field with a numeric keyboard (a wheel or arrow key can't change it by accident).
 * `onChange` always gets a valid number.
 * `onChange` always gets a valid number. `<NumberInput value={maxUsers} onChange={setMaxUsers} />`
 */
export function NumberInput({ value, onChange, min = 1, onBlur, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string>()
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={draft ?? String(value)}
      onChange={(event) => {
        setDraft(event.target.value)
        onChange(parseCount(event.target.value, min))
      }}
      onBlur={(event) => {
        setDraft(undefined)
        onBlur?.(event)
      }}
    />
  )
}
