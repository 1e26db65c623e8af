import { type RefObject, useEffect, useRef } from 'react'
import { isKeyOfPage } from '../keyboard-shortcuts.ts'
import type { TableProps } from './table-types.ts'

type Body = RefObject<HTMLTableSectionElement | null>

interface List<Row> extends Pick<TableProps<Row>, 'rowKey' | 'selection' | 'selectedKey' | 'onOpen' | 'onEdit'> {
  readonly rows: readonly Row[]
  /** Brings a row into view, so that it is mounted. */
  readonly scrollTo: (index: number) => void
}

/**
 * The keys of every list: j, k and the arrows move along the names, and an open drawer follows; x selects, Shift x a
 * range, e edits, n presses the button that adds. Enter opens without us, because a name is a link or a button.
 */
export function useListKeys<Row>(body: Body, list: List<Row>): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  }, [list])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isKeyOfPage(event) || currentList() !== body.current) return
      if (press(event, latest.current)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [body])
}

/** The list with the focus, else the first of the screen. */
const currentList = () =>
  document.activeElement?.closest('[data-list]') ?? document.querySelector<HTMLElement>('main [data-list]')

/** Whether the key did something. */
function press<Row>(event: KeyboardEvent, list: List<Row>): boolean {
  const { key } = event
  const at = indexNow(list)
  const step = steps[key]
  if (step !== undefined) return mayMove(event) && move(list, at, step)
  if (event.repeat) return false
  if (key === 'n') return pressAdd()
  const row = list.rows[at]
  if (row === undefined) return false
  if (key === 'e' && list.onEdit) list.onEdit(row)
  else if (key.toLowerCase() === 'x' && list.selection) {
    const rowKey = Number(list.rowKey(row))
    list.selection.onCheck(rowKey, event.shiftKey || !list.selection.isChecked(rowKey), event.shiftKey)
  } else return false
  return true
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Elsewhere the arrows scroll, or belong to a menu or a checkbox. */
const mayMove = ({ key, shiftKey }: KeyboardEvent) =>
  key.length === 1 || (!shiftKey && document.activeElement?.closest('[data-title]') != null)

/** The row with the focus, else the one whose drawer is open; -1 without either. */
function indexNow<Row>({ rows, rowKey, selectedKey }: List<Row>): number {
  const focused = document.activeElement?.closest<HTMLElement>('[data-list] [data-index]')
  return focused ? Number(focused.dataset.index) : rows.findIndex((row) => rowKey(row) === selectedKey)
}

function move<Row>({ rows, selectedKey, onOpen, scrollTo }: List<Row>, at: number, step: number): boolean {
  const index = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
  const row = rows[index]
  if (row === undefined) return false
  focusName(index, scrollTo)
  if (selectedKey && index !== at) onOpen?.(row)
  return true
}

/** What opens a row, which is what the keys move along; null while the row is not mounted. */
export const nameOfRow = (index: number | string, table: ParentNode = document) =>
  table.querySelector<HTMLElement>(`[data-index="${index}"] [data-title] :is(a, button)`)

/** Frames that a row may take to be mounted after it was scrolled to. */
const mostFrames = 30

function focusName(index: number, scrollTo: (index: number) => void): void {
  const focus = () => {
    const name = nameOfRow(index)
    name?.focus()
    return name !== null
  }
  const focusSoon = (frames: number) => {
    if (!focus() && frames > 0) requestAnimationFrame(() => focusSoon(frames - 1))
  }
  if (focus()) return
  scrollTo(index)
  focusSoon(mostFrames)
}

function pressAdd(): boolean {
  const button = document.querySelector<HTMLElement>('main [data-add]')
  button?.click()
  return button !== null
}
