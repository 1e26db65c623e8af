import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Hint } from './hint.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** A checkbox with its label. `<Checkbox label="Remember me" checked={isKept} onChange={setIsKept} />` */
export function Checkbox({ label, hint, onChange, ...rest }: CheckboxProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="flex items-start gap-2.5">
      <span className="relative inline-grid size-6 shrink-0 place-items-center touch:size-8">
        <input
          id={id}
          type="checkbox"
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-[18px] cursor-pointer appearance-none rounded-[4px] border border-control bg-raised transition-colors duration-150 checked:border-transparent checked:bg-accent-solid hover:border-fg-3 disabled:cursor-not-allowed disabled:opacity-50 forced-colors:checked:bg-[Highlight]"
          {...rest}
        />
        <Check
          size={14}
          strokeWidth={2.5}
          className="pointer-events-none absolute text-white opacity-0 peer-checked:opacity-100"
          aria-hidden
        />
      </span>
      <div className="min-w-0 py-0.5 touch:py-1.5">
        <label htmlFor={id} className="block">
          {label}
        </label>
        <Hint id={hintId}>{hint}</Hint>
      </div>
    </div>
  )
}
