import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { nameOfRow } from './use-list-keys.ts'

const remPx = 16
/** The gap between two columns, and the padding at both ends of a row. */
const gapPx = 16
const paddingPx = 40
/** Of a column that may shrink to nothing: below that its text says nothing. */
const leastTextRem = 5

/** The width of the table, not of the window, below which columns would be cut off: rows become cards there. */
export function cardsBelowPx(tracks: string): number {
  const columns = tracks.match(/minmax\([^)]*\)|\S+/g) ?? []
  const leastRem = columns.map((column) => {
    const given = /^(?:minmax\()?([\d.]+)rem/.exec(column)?.[1]
    return given === undefined ? leastTextRem : Number(given)
  })
  const sumRem = leastRem.reduce((sum, each) => sum + each, 0)
  return sumRem * remPx + (columns.length - 1) * gapPx + paddingPx
}

export interface TableLayout {
  readonly isCards: boolean
  /** Distance of the first row from the top of the page. */
  readonly offsetTop: number
}

/**
 * Tracks the table's width and position, which change with the window and with content above. A row that has the focus
 * keeps it when rows become cards, whose elements are others.
 */
export function useTableLayout(frame: RefObject<HTMLElement | null>, tracks: string): TableLayout {
  const [layout, setLayout] = useState<TableLayout>({ isCards: false, offsetTop: 0 })
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const measure = () => {
      const rows = frame.current?.querySelector('tbody')
      if (frame.current === null || rows === null || rows === undefined) return
      const isCards = frame.current.clientWidth < cardsBelowPx(tracks)
      const row = rows.contains(document.activeElement) ? document.activeElement : null
      focused.current = row?.closest<HTMLElement>('[data-index]')?.dataset.index
      const offsetTop = Math.round(rows.getBoundingClientRect().top + window.scrollY)
      setLayout((old) => (old.isCards === isCards && old.offsetTop === offsetTop ? old : { isCards, offsetTop }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    if (frame.current !== null) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, tracks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form of the rows is what this waits for
  useLayoutEffect(() => {
    if (focused.current === undefined || frame.current === null || document.activeElement !== document.body) return
    nameOfRow(focused.current, frame.current)?.focus()
  }, [layout.isCards])
  return layout
}
