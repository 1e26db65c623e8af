import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldProps } from './field.tsx'
import { inputClass, lineHeightClass } from './input-class.ts'

interface SelectOption<V extends string> {
  readonly value: V
  readonly label: string
}

export interface SelectProps<V extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly options: readonly SelectOption<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** The native select. `<Select options={roles} value={role} onChange={setRole} />` */
export function Select<V extends string>({ options, value, onChange, className, ...rest }: SelectProps<V>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <div className={classNames('relative', className)}>
      <select
        className={classNames(
          inputClass,
          lineHeightClass,
          'cursor-pointer appearance-none truncate pr-9 [&>option]:bg-overlay',
        )}
        {...useFieldProps()}
        {...rest}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-fg-2"
        aria-hidden
      />
    </div>
  )
}
