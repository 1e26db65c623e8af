import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldProps } from './field.tsx'
import { inputClass, lineHeightClass } from './input-class.ts'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Monospace, for keys, IDs and addresses. */
  readonly isMono?: boolean
}

/** A one-line text field. `<TextInput name="name" value={name} onChange={…} placeholder="e.g., My Game App" />` */
export function TextInput({ isMono = false, className, ...rest }: TextInputProps) {
  const look = classNames(inputClass, lineHeightClass, isMono && 'font-mono text-second', className)
  return <input type="text" className={look} {...useFieldProps()} {...rest} />
}
