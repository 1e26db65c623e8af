/** Which rows of a list are chosen: single ones, or all that match but some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly keys: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> }

export const nothingSelected: RowSelection = { kind: 'some', keys: new Set() }
export const allSelected: RowSelection = { kind: 'all', except: new Set() }

export function isSelected(selected: RowSelection, key: number): boolean {
  return selected.kind === 'some' ? selected.keys.has(key) : !selected.except.has(key)
}

/** The selection with these rows in or out. */
export function withKeys(selected: RowSelection, keys: readonly number[], isIn: boolean): RowSelection {
  const isListed = (selected.kind === 'some') === isIn
  const next = new Set(selected.kind === 'some' ? selected.keys : selected.except)
  for (const key of keys) isListed ? next.add(key) : next.delete(key)
  return selected.kind === 'some' ? { kind: 'some', keys: next } : { kind: 'all', except: next }
}

/** How many rows are chosen of all that match. */
export function countSelected(selected: RowSelection, total: number): number {
  return selected.kind === 'some' ? selected.keys.size : Math.max(0, total - selected.except.size)
}

interface Listed {
  /** The rows of the same list as they were read before, in their order; undefined where there are none. */
  readonly before: readonly number[] | undefined
  readonly now: readonly number[]
  /** There are more rows than were read. */
  readonly hasMore: boolean
}

/**
 * The selection without the single rows that are in the list no more. Those that newer rows have pushed over the edge of
 * what was read are still there: the last row that is read now was read before, and they followed it.
 */
export function withoutRemovedRows(selected: RowSelection, { before = [], now, hasMore }: Listed): RowSelection {
  if (selected.kind === 'all') return selected
  const listed = new Set(now)
  const lastIndex = now.length === 0 ? -1 : before.indexOf(now[now.length - 1] ?? 0)
  const pushed = new Set(hasMore && lastIndex >= 0 ? before.slice(lastIndex + 1) : [])
  const kept = [...selected.keys].filter((key) => listed.has(key) || pushed.has(key))
  return kept.length === selected.keys.size ? selected : { kind: 'some', keys: new Set(kept) }
}

/** The rows from the one that was pressed last to this one, in the order on the screen; one alone without a start. */
export function rangeOf(keys: readonly number[], from: number | undefined, to: number): readonly number[] {
  const end = keys.indexOf(to)
  const start = from === undefined ? -1 : keys.indexOf(from)
  if (start < 0 || end < 0) return [to]
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
