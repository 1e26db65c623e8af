import { useMemo, useState } from 'react'
import type { Column, TableProps } from './table-types.ts'

type Density = NonNullable<TableProps<unknown>['density']>

/** Columns shown or hidden by choice; the others follow their default. */
type ChosenColumns = Readonly<Record<string, boolean>>

interface Chosen {
  readonly density?: Density
  readonly columns?: ChosenColumns
}

const asTheyCome: ChosenColumns = {}

/** The current view, for the menu that changes it. */
export interface TableView {
  readonly density: Density
  readonly columns: readonly { readonly key: string; readonly head: string; readonly isShown: boolean }[]
  readonly setDensity: (density: Density) => void
  readonly showColumn: (key: string, isShown: boolean) => void
}

/**
 * Which columns a table shows and its row height, stored in the browser under the table's name; the cards' title column
 * always stays. `columns` and `density` go to the `Table`, `view` to its `TableToolbar`. `columnsOf` must be stable.
 * `const { columns, density, view } = useTableView('users', columnsOf)`
 */
export function useTableView<Row>(name: string, columnsOf: (chosen: ChosenColumns) => readonly Column<Row>[]) {
  const [chosen, setChosen] = useState(() => read(name))
  const { density = 'comfortable', columns: isChosen = asTheyCome } = chosen
  const all = useMemo(() => columnsOf(isChosen), [columnsOf, isChosen])
  const columns = useMemo(() => all.filter((column) => isShown(column, isChosen)), [all, isChosen])
  const change = (part: Chosen) => {
    const next = { ...chosen, ...part }
    setChosen(next)
    keep(name, next)
  }
  const view: TableView = {
    density,
    columns: all
      .filter(({ card }) => card !== 'title')
      .map((column) => ({ key: column.key, head: column.head, isShown: isShown(column, isChosen) })),
    setDensity: (density) => change({ density }),
    showColumn: (key, isIn) => change({ columns: { ...isChosen, [key]: isIn } }),
  }
  return { columns, density, view }
}

const isShown = <Row>({ key, isExtra, card }: Column<Row>, isChosen: ChosenColumns) =>
  card === 'title' || (isChosen[key] ?? isExtra !== true)

const keyOf = (name: string) => `table-${name}`

function read(name: string): Chosen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function keep(name: string, chosen: Chosen): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(chosen))
  } catch {
    // Storage is blocked: the choice lasts as long as the screen.
  }
}
