import { Check, Minus } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'

export interface TableCheckProps {
  /** Accessible name: `Select sofia`. */
  readonly label: string
  readonly isChecked: boolean | 'mixed'
  /** There is nothing to select yet. */
  readonly isDisabled?: boolean
  /** With Shift, selects the range from the last pressed row to this one. */
  readonly onCheck: (isChecked: boolean, isRange: boolean) => void
}

/** The checkbox of a row. Arrow keys move between the boxes, with Shift they extend the selection. */
export function TableCheck({ label, isChecked, isDisabled = false, onCheck }: TableCheckProps) {
  const press = (event: MouseEvent<HTMLInputElement>) => onCheck(event.currentTarget.checked, event.shiftKey)
  const Mark = isChecked === 'mixed' ? Minus : Check
  return (
    // Larger than the box, to be easier to hit.
    <label className="relative -m-2 inline-grid size-9 shrink-0 place-items-center touch:size-11">
      <input
        type="checkbox"
        data-row-check
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isChecked === 'mixed'
        }}
        checked={isChecked === true}
        disabled={isDisabled}
        // Required by React; the click handler above reads Shift.
        onChange={() => undefined}
        onClick={press}
        onKeyDown={moveByArrows}
        className="peer size-[18px] cursor-pointer appearance-none rounded-[4px] border border-control bg-raised transition-colors duration-150 checked:border-transparent checked:bg-accent-solid hover:border-fg-3 disabled:opacity-50 indeterminate:border-transparent indeterminate:bg-accent-solid forced-colors:checked:bg-[Highlight]"
      />
      <Mark
        size={14}
        strokeWidth={2.5}
        className={`pointer-events-none absolute text-white ${isChecked === false ? 'opacity-0' : ''}`}
        aria-hidden
      />
    </label>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const index = Number(event.currentTarget.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
  if (step === undefined) return
  const rows = event.currentTarget.closest('table')
  const next = rows?.querySelector<HTMLInputElement>(`[data-index="${index + step}"] [data-row-check]`)
  if (!next) return
  event.preventDefault()
  next.focus()
  if (!event.shiftKey) return
  if (!event.currentTarget.checked) event.currentTarget.click()
  if (!next.checked) next.click()
}
