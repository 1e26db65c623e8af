/** One page of a list. */
export interface Page<Row> {
  readonly items: readonly Row[]
  /** How many there are in all pages. */
  readonly total: number
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Paging travels in the headers: the count in `X-Total-Count`, the next page in `Link`. */
export function readPage<Row>(items: readonly Row[], headers: Headers): Page<Row> {
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return { items, total: Number.isSafeInteger(total) ? total : items.length, next: nextCursor(headers.get('link')) }
}

/** `<…?cursor=abc&limit=200>; rel="next"` has the cursor `abc`. */
export function nextCursor(link: string | null): string | undefined {
  for (const part of link?.split(/,\s*(?=<)/) ?? []) {
    const match = /^\s*<([^>]*)>\s*;(.*)$/.exec(part)
    if (match?.[1] === undefined || !/\brel="?next"?/.test(match[2] ?? '')) continue
    return new URL(match[1], 'http://localhost').searchParams.get('cursor') ?? undefined
  }
  return undefined
}
