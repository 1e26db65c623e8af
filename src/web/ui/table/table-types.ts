import type { ReactNode } from 'react'

/** Where a column goes when rows become cards: the name, the badges beside it, the line below, or nowhere. */
type CardPlace = 'title' | 'badges' | 'details' | 'none'

export interface Column<Row> {
  /** Stable name; also the sort key when `isSortable`. */
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** A track of the grid: `minmax(0, 2fr)`, `8rem`. One equal share when absent. */
  readonly width?: string
  readonly align?: 'start' | 'end'
  readonly card: CardPlace
  /** Not shown unless it is chosen; see `useTableView`. */
  readonly isExtra?: boolean
  /** What a card shows instead of `cell`. */
  readonly cardCell?: (row: Row) => ReactNode
  /** What a card calls it instead of `head`; blank where the cell says it. */
  readonly cardHead?: string
}

export interface Sort {
  readonly key: string
  readonly isDescending: boolean
}

/** More rows than have come: the next page is asked for when the end is near. */
export interface MoreRows {
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly load: () => void
  /** Why the last page did not come. */
  readonly error?: string | undefined
}

/** What narrows the list, in words, and the way back. */
export interface TableFilter {
  /** `No users match "sofia".` */
  readonly text: string
  readonly title?: string
  readonly onClear: () => void
}

/** Boxes before the rows. `useTableSelection(…).table` */
export interface TableSelection<Row> {
  /** What a row's box is called: `sofia`. Stable. */
  readonly nameOf: (row: Row) => string
  readonly isChecked: (key: number) => boolean
  /** Stable. */
  readonly onCheck: (key: number, isChecked: boolean, isRange: boolean) => void
  /** Of the rows that have come. */
  readonly head: 'none' | 'some' | 'all'
  readonly onCheckAll: () => void
}

export interface TableProps<Row> {
  /** The table's name: `Users`. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** How many there are in all, from `X-Total-Count`. */
  readonly total?: number | undefined
  /** Buttons at the end of a row, usually one `Menu`. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly selection?: TableSelection<Row> | undefined
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
  readonly more?: MoreRows | undefined
  /** The first page did not come. */
  readonly error?: { readonly message: string; readonly requestId?: string | undefined } | undefined
  readonly onRetry?: (() => void) | undefined
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode
  /** Set while a filter or search is on: an empty answer then says so instead of `empty`. */
  readonly filter?: TableFilter | undefined
  /** Height of a row: 52 or 40. */
  readonly density?: 'comfortable' | 'compact' | undefined
  /** Marks the row whose drawer is open. */
  readonly selectedKey?: string | number | undefined
  /** Drawn inside a card: without lines above and beside. */
  readonly className?: string | undefined
}
