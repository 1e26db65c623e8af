import { classNames } from '../class-names.ts'

export interface SegmentedProps<V extends string> {
  /** The group's accessible name: `Whose applications`. */
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/**
 * A choice of a few options side by side.
 * `<Segmented label="View" options={looks} value={look} onChange={setLook} />`
 */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className="flex h-9 max-w-full shrink-0 gap-0.5 rounded-control border border-control/60 bg-surface p-0.5 touch:h-11">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'h-full rounded-[4px] px-2 font-medium whitespace-nowrap transition-colors duration-150 sm:px-3',
            option.value === value ? 'bg-overlay text-fg' : 'text-fg-2 hover:text-fg',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
