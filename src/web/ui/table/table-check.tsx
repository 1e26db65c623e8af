import { Check, Minus } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'

export interface TableCheckProps {
  /** `Select sofia` */
  readonly label: string
  readonly isChecked: boolean | 'mixed'
  /** With Shift held it reaches from the row that was pressed last to this one. */
  readonly onCheck: (isChecked: boolean, isRange: boolean) => void
}

/** The box before a row. Arrow keys go from box to box, with Shift they take the rows along. */
export function TableCheck({ label, isChecked, onCheck }: TableCheckProps) {
  const press = (event: MouseEvent<HTMLInputElement>) => onCheck(event.currentTarget.checked, event.shiftKey)
  const Mark = isChecked === 'mixed' ? Minus : Check
  return (
    // Larger than the box, so that a finger or a hasty pointer meets it.
    <label className="relative -m-2 inline-grid size-9 shrink-0 place-items-center touch:size-11">
      <input
        type="checkbox"
        data-row-check
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isChecked === 'mixed'
        }}
        checked={isChecked === true}
        // React wants it; the press above knows about Shift.
        onChange={() => undefined}
        onClick={press}
        onKeyDown={moveByArrows}
        className="peer size-[18px] cursor-pointer appearance-none rounded-[4px] border border-control bg-raised transition-colors duration-150 checked:border-transparent checked:bg-accent-solid hover:border-fg-3 indeterminate:border-transparent indeterminate:bg-accent-solid forced-colors:checked:bg-[Highlight]"
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
