import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  allSelected,
  countSelected,
  isSelected,
  nothingSelected,
  type RowSelection,
  rangeOf,
  withKeys,
  withoutRemovedRows,
} from './row-selection.ts'

export interface SelectionOptions<Row> {
  readonly rows: readonly Row[] | undefined
  /** IDs are numbers. */
  readonly rowKey: (row: Row) => string | number
  readonly total?: number | undefined
  readonly more?: { readonly hasMore: boolean } | undefined
  /** The rows are those of the previous filter while this one loads. */
  readonly isPrevious?: boolean
  /** The filter as text: a new filter clears the selection. */
  readonly of: string
  /** Accessible name of a row's checkbox: `sofia`. Stable. */
  readonly nameOf: (row: Row) => string
}

interface State {
  readonly of: string
  readonly selected: RowSelection
  /** The last pressed row, where a range starts. */
  readonly last: number | undefined
  /** The rows that the selection was last compared with. */
  readonly listed: readonly number[] | undefined
}

const begin = (of: string): State => ({ of, selected: nothingSelected, last: undefined, listed: undefined })

/**
 * The selection of a list: `table` goes to the `Table`, the rest to the bulk bar. Rows that leave the list are
 * deselected.
 * `const selection = useTableSelection({ ...users, of: JSON.stringify(filter), nameOf })`
 */
export function useTableSelection<Row>(options: SelectionOptions<Row>) {
  const { rows, rowKey, total = 0, more, isPrevious = false, of, nameOf } = options
  const [state, setState] = useState(() => begin(of))
  const keys = useMemo(() => rows?.map((row) => Number(rowKey(row))) ?? [], [rows, rowKey])
  if (state.of !== of) setState(begin(of))
  else if (rows !== undefined && !isPrevious && state.listed !== keys) {
    const { listed: before, selected } = state
    const isIncomplete = more?.hasMore ?? false
    setState({
      ...state,
      listed: keys,
      selected: withoutRemovedRows(selected, { before, now: keys, hasMore: isIncomplete }),
    })
  }
  const { selected } = state
  const set = useCallback((selected: RowSelection) => setState((old) => ({ ...old, selected, last: undefined })), [])
  // Keep what changes with every press out of `onCheck`, so that only the pressed row renders again.
  const shown = useRef(keys)
  useEffect(() => {
    shown.current = keys
  }, [keys])
  const onCheck = useCallback((key: number, isIn: boolean, isRange: boolean) => {
    const { current } = shown
    setState((old) => {
      const pressed = isRange ? rangeOf(current, old.last, key) : [key]
      return { ...old, selected: withKeys(old.selected, pressed, isIn), last: key }
    })
  }, [])
  const count = countSelected(selected, total)
  const areAll = keys.length > 0 && keys.every((key) => isSelected(selected, key))
  return {
    table: {
      nameOf,
      onCheck,
      isChecked: (key: number) => isSelected(selected, key),
      isEmpty: keys.length === 0,
      head: areAll ? ('all' as const) : count > 0 ? ('some' as const) : ('none' as const),
      onCheckAll: () => set(areAll ? nothingSelected : withKeys(selected, keys, true)),
    },
    selected,
    count,
    clear: () => set(nothingSelected),
    selectAll: () => set(allSelected),
  }
}

export type TableSelectionState = Omit<ReturnType<typeof useTableSelection>, 'table'>
