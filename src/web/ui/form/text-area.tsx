import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldProps } from './field.tsx'
import { inputClass } from './input-class.ts'

/** Multi-line text that grows with its content. `<TextArea name="description" rows={2} />` */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const look = classNames(inputClass, 'field-sizing-content max-h-80 min-h-16 resize-y py-2', className)
  return <textarea rows={rows} className={look} {...useFieldProps()} {...rest} />
}
