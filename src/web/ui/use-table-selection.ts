import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  allSelected,
  countSelected,
  isSelected,
  nothingSelected,
  rangeOf,
  type Selected,
  withKeys,
} from './table-selected.ts'

export interface SelectionOptions<Row> {
  readonly rows: readonly Row[] | undefined
  /** Ids are numbers. */
  readonly rowKey: (row: Row) => string | number
  readonly total?: number | undefined
  /** What narrows the list, as text: another list begins with nothing selected. */
  readonly of: string
  /** What a row's box is called: `sofia`. Stable. */
  readonly nameOf: (row: Row) => string
}

/**
 * Which rows of a list are selected; `table` goes to the `Table`, the rest to what acts on the selection.
 * `const selection = useTableSelection({ rows, rowKey, total, of: JSON.stringify(filter), nameOf })`
 */
export function useTableSelection<Row>({ rows, rowKey, total = 0, of, nameOf }: SelectionOptions<Row>) {
  const [state, setState] = useState({ of, selected: nothingSelected })
  if (state.of !== of) setState({ of, selected: nothingSelected })
  const { selected } = state
  const set = useCallback((selected: Selected) => setState((old) => ({ ...old, selected })), [])
  const keys = useMemo(() => rows?.map((row) => Number(rowKey(row))) ?? [], [rows, rowKey])
  const last = useRef<number>(undefined)
  // What changes with every press stays out of `onCheck`: rows are drawn again only for their own box.
  const shown = useRef(keys)
  useEffect(() => {
    shown.current = keys
  }, [keys])
  const onCheck = useCallback((key: number, isIn: boolean, isRange: boolean) => {
    const pressed = isRange ? rangeOf(shown.current, last.current, key) : [key]
    last.current = key
    setState((old) => ({ ...old, selected: withKeys(old.selected, pressed, isIn) }))
  }, [])
  const count = countSelected(selected, total)
  const areAll = keys.length > 0 && keys.every((key) => isSelected(selected, key))
  return {
    table: {
      nameOf,
      onCheck,
      isChecked: (key: number) => isSelected(selected, key),
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
