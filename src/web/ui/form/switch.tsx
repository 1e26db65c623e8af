import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Right } from '../../../shared/rights.ts'
import { useRefusal } from '../refusal.ts'
import { Hint } from './hint.tsx'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  readonly label: ReactNode
  /** One sentence on its effect. */
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
  /** The right that a switch applied at once needs; without it the hint says why it stays as it is. */
  readonly needs?: Right | undefined
}

/**
 * On or off; applied at once or with the form.
 * `<Switch label="Active" checked={isActive} onChange={setIsActive} />`
 */
export function Switch({ label, hint: usualHint, checked, onChange, needs, ...rest }: SwitchProps) {
  const id = useId()
  const refusal = useRefusal(needs)
  const hint = refusal ?? usualHint
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="flex min-h-9 items-start justify-between gap-4 touch:min-h-11">
      <div className="min-w-0 py-2">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <Hint id={hintId}>{hint}</Hint>
      </div>
      <span className="relative mt-2 inline-grid shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-disabled={refusal !== undefined || undefined}
          checked={checked}
          aria-describedby={hintId}
          onChange={(event) => refusal === undefined && onChange(event.target.checked)}
          className="peer h-6 w-10 cursor-pointer appearance-none rounded-full border border-control bg-raised transition-colors duration-150 checked:border-transparent checked:bg-accent-solid disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 forced-colors:checked:bg-[Highlight]"
          {...rest}
        />
        <span
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-fg-2 transition-transform duration-150 ease-quiet peer-checked:translate-x-4 peer-checked:bg-white forced-colors:bg-[CanvasText]"
          aria-hidden
        />
      </span>
    </div>
  )
}
