import { classNames } from '../../ui/class-names.ts'

export interface MineOrAllProps {
  readonly isAll: boolean
  readonly onChange: (isAll: boolean) => void
}

/** Own applications, or those of every account. */
export function MineOrAll({ isAll, onChange }: MineOrAllProps) {
  const choice = (label: string, isChosen: boolean, value: boolean) => (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChange(value)}
      className={classNames(
        'h-full rounded-[4px] px-3 font-medium transition-colors duration-150',
        isChosen ? 'bg-overlay text-fg' : 'text-fg-2 hover:text-fg',
      )}
    >
      {label}
    </button>
  )
  return (
    <fieldset className="flex h-9 shrink-0 gap-0.5 rounded-control border border-control/60 bg-surface p-0.5 touch:h-11">
      <legend className="sr-only">Whose applications</legend>
      {choice('Mine', !isAll, false)}
      {choice('All', isAll, true)}
    </fieldset>
  )
}
