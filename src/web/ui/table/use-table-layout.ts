import { type RefObject, useLayoutEffect, useState } from 'react'

/** Below this width of the table, not of the window, rows become cards. */
const cardsBelowPx = 660
/** Width that each additional column adds to that limit. */
const extraPx = 110

export interface TableLayout {
  readonly isCards: boolean
  /** Distance of the first row from the top of the page. */
  readonly offsetTop: number
}

/** Tracks the table's width and position, which change with the window and with content above. */
export function useTableLayout(frame: RefObject<HTMLElement | null>, extraColumns: number): TableLayout {
  const [layout, setLayout] = useState<TableLayout>({ isCards: false, offsetTop: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const rows = frame.current?.querySelector('tbody')
      if (frame.current === null || rows === null || rows === undefined) return
      const isCards = frame.current.clientWidth < cardsBelowPx + extraColumns * extraPx
      const offsetTop = Math.round(rows.getBoundingClientRect().top + window.scrollY)
      setLayout((old) => (old.isCards === isCards && old.offsetTop === offsetTop ? old : { isCards, offsetTop }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    if (frame.current !== null) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, extraColumns])
  return layout
}
