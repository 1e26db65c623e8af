import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import { pressedRow } from './pressed-row.ts'
import { rowGroupRole } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import { isNextPageDue, withFocusedRow } from './table-rows.ts'
import type { TableProps } from './table-types.ts'
import { useListKeys } from './use-list-keys.ts'
import type { TableLayout } from './use-table-layout.ts'

type VirtualRowsProps<Row> = Pick<
  TableProps<Row>,
  'columns' | 'rowKey' | 'actions' | 'more' | 'selectedKey' | 'selection' | 'onOpen' | 'onEdit'
> & {
  readonly rows: readonly Row[]
  readonly layout: TableLayout
  readonly tracks: string
  readonly height: number
}

/** Height of a card before it is measured. */
const cardHeight = 68

/** Rows beyond the edges of the window. */
const overscanRows = 8

/** The visible rows, a few around them, and the focused one; in print all loaded rows. */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { rows, rowKey, layout, more, selection, onOpen } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const focus = useFocusedRow(rows, rowKey)
  const isPrinting = useIsPrinting()
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => (layout.isCards ? cardHeight : props.height),
    getItemKey: useCallback((index: number) => keyAt(rows, rowKey, index), [rows, rowKey]),
    overscan: useIsSettled() ? overscanRows : 0,
    scrollMargin: layout.offsetTop,
    rangeExtractor: (range: Range) =>
      isPrinting ? allOf(range.count) : withFocusedRow(defaultRangeExtractor(range), focus.index, rows.length),
    useFlushSync: false,
  })
  // Cards and rows differ in height, so measure again after a layout change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is what this waits for
  useEffect(() => virtual.measure(), [layout.isCards, props.height, virtual])
  const items = virtual.getVirtualItems()
  const isDue = isNextPageDue(virtual.range?.endIndex, rows.length, more)
  useEffect(() => {
    if (isDue) more?.load()
  }, [isDue, more])
  useListKeys(body, { ...props, scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }) })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the pointer; by keyboard the name opens the row
    <tbody
      {...rowGroupRole}
      ref={body}
      data-list
      // Keeps the focused control above the bulk bar.
      className={classNames(
        'relative block print:h-auto! [&_:is(a,button,input)]:scroll-mb-24',
        onOpen !== undefined && '[&_:is(tr,[data-tip])]:cursor-pointer',
      )}
      style={{ height: virtual.getTotalSize() }}
      onFocus={focus.follow}
      onClick={(event) => {
        const pressed = onOpen && pressedRow(event, rows)
        if (pressed !== undefined) onOpen?.(pressed)
      }}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <TableRow
            key={key}
            row={row}
            rowId={Number(key)}
            index={index}
            top={start - layout.offsetTop}
            columns={props.columns}
            actions={props.actions}
            isCards={layout.isCards}
            isSelected={props.selectedKey !== undefined && rowKey(row) === props.selectedKey}
            isChecked={selection?.isChecked(Number(key))}
            onCheck={selection?.onCheck}
            nameOf={selection?.nameOf}
            tracks={props.tracks}
            height={layout.isCards ? cardHeight : props.height}
            // a row has a fixed height, a card is as high as its text
            measure={layout.isCards ? virtual.measureElement : undefined}
          />
        )
      })}
    </tbody>
  )
}

/**
 * Whether the rows that are seen are on the page. The ones beyond the window are then mounted piece by piece: with the
 * first ones they would keep the page from answering twice as long.
 */
function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => startTransition(() => setIsSettled(true)), [])
  return isSettled
}

const allOf = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * The last focused row, by key: it keeps its position when rows are added above. Kept while the focus is in a menu or
 * dialog, because it returns to the row.
 */
function useFocusedRow<Row>(rows: readonly Row[], rowKey: (row: Row) => string | number) {
  const [key, setKey] = useState<string | number>()
  const index = useMemo(
    () => (key === undefined ? undefined : rows.findIndex((row) => rowKey(row) === key)),
    [key, rows, rowKey],
  )
  const follow = (event: FocusEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-index]')
    if (element !== null) setKey(keyAt(rows, rowKey, Number(element.dataset.index)))
  }
  return { index, follow }
}

function keyAt<Row>(rows: readonly Row[], rowKey: (row: Row) => string | number, index: number): string | number {
  const row = rows[index]
  return row === undefined ? index : rowKey(row)
}

/** Whether the page is being printed. Rendered before the browser takes its snapshot. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const print = matchMedia('print')
    const tell = (is: boolean) => flushSync(() => setIsPrinting(is))
    const begin = () => tell(true)
    const end = () => tell(false)
    const follow = () => tell(print.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    print.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      print.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}
