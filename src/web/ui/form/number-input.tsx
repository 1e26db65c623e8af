import { type ComponentProps, useState } from 'react'
import { parseCount } from './parse-count.ts'
import { TextInput } from './text-input.tsx'

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'type'> {
  readonly value: number
  /** Called with what was typed as `parseCount` reads it: it may be NaN, or beyond the limits. */
  readonly onChange: (value: number) => void
}

/**
 * A whole number, as a text field with a numeric keyboard (a wheel or arrow key can't change it by accident). The form
 * checks it with `countError`. `<NumberInput name="maxUsers" value={maxUsers} onChange={setMaxUsers} />`
 */
export function NumberInput({ value, onChange, onBlur, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string>()
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={draft ?? String(value)}
      onChange={(event) => {
        setDraft(event.target.value)
        onChange(parseCount(event.target.value))
      }}
      onBlur={(event) => {
        // What is no number stays as it was typed, below its error.
        if (!Number.isNaN(value)) setDraft(undefined)
        onBlur?.(event)
      }}
    />
  )
}
