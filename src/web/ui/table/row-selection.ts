/** The selected rows of a list: single ones, or all that match except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly keys: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> }

export const nothingSelected: RowSelection = { kind: 'some', keys: new Set() }
export const allSelected: RowSelection = { kind: 'all', except: new Set() }

export function isSelected(selected: RowSelection, key: number): boolean {
  return selected.kind === 'some' ? selected.keys.has(key) : !selected.except.has(key)
}

/** The selection with these rows added or removed. */
export function withKeys(selected: RowSelection, keys: readonly number[], isIn: boolean): RowSelection {
  const isListed = (selected.kind === 'some') === isIn
  const next = new Set(selected.kind === 'some' ? selected.keys : selected.except)
  for (const key of keys) isListed ? next.add(key) : next.delete(key)
  return selected.kind === 'some' ? { kind: 'some', keys: next } : { kind: 'all', except: next }
}

/** How many of all matching rows are selected. */
export function countSelected(selected: RowSelection, total: number): number {
  return selected.kind === 'some' ? selected.keys.size : Math.max(0, total - selected.except.size)
}

interface Listed {
  /** The rows of the same list at the previous read, in their order; undefined at the first. */
  readonly before: readonly number[] | undefined
  readonly now: readonly number[]
  /** There are more rows than were read. */
  readonly hasMore: boolean
}

/**
 * The selection without single rows that are no longer in the list. Rows that newer rows pushed past the last loaded
 * row are still in it: the last row of this read was read before, and they came after it.
 */
export function withoutRemovedRows(selected: RowSelection, { before = [], now, hasMore }: Listed): RowSelection {
  if (selected.kind === 'all') return selected
  const listed = new Set(now)
  const lastIndex = now.length === 0 ? -1 : before.indexOf(now[now.length - 1] ?? 0)
  const pushed = new Set(hasMore && lastIndex >= 0 ? before.slice(lastIndex + 1) : [])
  const kept = [...selected.keys].filter((key) => listed.has(key) || pushed.has(key))
  return kept.length === selected.keys.size ? selected : { kind: 'some', keys: new Set(kept) }
}

/** The rows between the last pressed row and this one, in screen order; only this one without a start. */
export function rangeOf(keys: readonly number[], from: number | undefined, to: number): readonly number[] {
  const end = keys.indexOf(to)
  const start = from === undefined ? -1 : keys.indexOf(from)
  if (start < 0 || end < 0) return [to]
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
