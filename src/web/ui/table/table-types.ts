import type { ReactNode } from 'react'

/** Where a column goes in the card layout: name, badges beside it, line below, or nowhere. */
type CardPlace = 'title' | 'badges' | 'details' | 'none'

export interface Column<Row> {
  /** Stable name; also the sort key when `isSortable`. */
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** A grid track: `minmax(0, 2fr)`, `8rem`. One equal share when absent. */
  readonly width?: string
  readonly align?: 'start' | 'end'
  readonly card: CardPlace
  /** Hidden unless chosen; see `useTableView`. */
  readonly isExtra?: boolean
  /** Shown in cards instead of `cell`. */
  readonly cardCell?: (row: Row) => ReactNode
  /** Label in cards instead of `head`; blank when the cell needs none. */
  readonly cardHead?: string
}

export interface Sort {
  readonly key: string
  readonly isDescending: boolean
}

/** More rows on the server: the next page is requested near the end. */
export interface MoreRows {
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly load: () => void
  /** Why the last page failed to load. */
  readonly error?: string | undefined
}

/** The active filter as text, and how to clear it. */
export interface TableFilter {
  /** `No users match "sofia".` */
  readonly text: string
  readonly title?: string
  readonly onClear: () => void
}

/** The checkboxes of the rows. `useTableSelection(…).table` */
export interface TableSelection<Row> {
  /** Accessible name of a row's checkbox: `sofia`. Stable. */
  readonly nameOf: (row: Row) => string
  readonly isChecked: (key: number) => boolean
  /** Stable. */
  readonly onCheck: (key: number, isChecked: boolean, isRange: boolean) => void
  /** No row has loaded. */
  readonly isEmpty: boolean
  /** Of the loaded rows. */
  readonly head: 'none' | 'some' | 'all'
  readonly onCheckAll: () => void
}

export interface TableProps<Row> {
  /** The table's accessible name: `Users`. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** The number of rows in all pages, from `X-Total-Count`. */
  readonly total?: number | undefined
  /** Opens a row: a press beside its controls does, and while one is open the keys that move do. Stable. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** What `e` does. */
  readonly onEdit?: ((row: Row) => void) | undefined
  /** Buttons at the end of a row, usually one `Menu`. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly selection?: TableSelection<Row> | undefined
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
  readonly more?: MoreRows | undefined
  /** The first page failed to load. */
  readonly error?: { readonly message: string; readonly requestId?: string | undefined } | undefined
  readonly onRetry?: (() => void) | undefined
  /** Shown for an empty list. */
  readonly empty: ReactNode
  /** Set while a filter or search is active: an empty result then says so instead of `empty`. */
  readonly filter?: TableFilter | undefined
  /** Row height: 52 or 40 px. */
  readonly density?: 'comfortable' | 'compact' | undefined
  /** The row whose drawer is open. */
  readonly selectedKey?: string | number | undefined
  /** Inside a card: without lines above and beside. */
  readonly className?: string | undefined
}
