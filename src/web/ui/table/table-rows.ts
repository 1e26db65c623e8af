import type { Sort } from './table-types.ts'

/** Distance from the end, in rows, at which the next page is requested. */
const nearEnd = 20

/** The sort after a click on a header: ascending first, then toggled. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return { key, isDescending: sort?.key === key && !sort.isDescending }
}

/** A sort as addresses and the API write it: `lastLogin:desc`. */
export function sortText(sort: Sort): string {
  return `${sort.key}:${sort.isDescending ? 'desc' : 'asc'}`
}

/** The reverse of `sortText`; undefined for anything else. */
export function parseSort(text: string | undefined): Sort | undefined {
  const match = /^(\w+):(asc|desc)$/.exec(text ?? '')
  return match?.[1] === undefined ? undefined : { key: match[1], isDescending: match[2] === 'desc' }
}

/** The visible rows and the focused one, in order: unmounting the focused row would lose the focus. */
export function withFocusedRow(visible: readonly number[], focused: number | undefined, count: number): number[] {
  if (focused === undefined || focused < 0 || focused >= count || visible.includes(focused)) return [...visible]
  return [...visible, focused].sort((a, b) => a - b)
}

/** True when the next page is due: near the end, not loading, not failed. */
export function isNextPageDue(last: number | undefined, loaded: number, more: Due | undefined): boolean {
  if (more === undefined || !more.hasMore || more.isLoading || more.error !== undefined) return false
  return last !== undefined && last >= loaded - nearEnd
}

interface Due {
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly error?: string | undefined
}

/** The rows of all pages. A row that moved between two reads comes twice: keep its first position and latest state. */
export function rowsOfPages<Row>(pages: readonly (readonly Row[])[], rowKey: (row: Row) => string | number): Row[] {
  const rows = new Map<string | number, Row>()
  for (const page of pages) for (const row of page) rows.set(rowKey(row), row)
  return [...rows.values()]
}
