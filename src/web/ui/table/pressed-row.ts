import type { MouseEvent } from 'react'

const controls = 'a, button, input, label, select, textarea'

/**
 * The row whose free area was pressed; undefined for its controls, and when text was selected. A text that only shows
 * its tooltip is no control for a mouse, which shows it by resting; a finger has no other way to read it.
 */
export function pressedRow<Row>(event: MouseEvent, rows: readonly Row[]): Row | undefined {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element))
    return undefined
  const control = event.target.closest(controls)
  const isMouse = (event.nativeEvent as PointerEvent).pointerType === 'mouse'
  if (control !== null && !(isMouse && control.matches('[data-tip]'))) return undefined
  const row = event.target.closest<HTMLElement>('[data-index]')
  const selected = getSelection()
  if (row === null || (selected?.isCollapsed === false && row.contains(selected.anchorNode))) return undefined
  return rows[Number(row.dataset.index)]
}
