/** One page of a list. */
export interface Page<Row> {
  readonly items: readonly Row[]
  /** The number of rows in all pages; undefined when the server doesn't count them. */
  readonly total: number | undefined
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Paging travels in headers: the total in `X-Total-Count`, the next cursor in `Link`. */
export function readPage<Row>(items: readonly Row[], headers: Headers): Page<Row> {
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  const next = nextCursor(headers.get('link'))
  const isWhole = next === undefined
  return { items, total: Number.isSafeInteger(total) ? total : isWhole ? items.length : undefined, next }
}

/**
 * Skips pages without rows: the server may search many rows without a match and return only a cursor.
 * `await withRows(await read(cursor), read)`
 */
export async function withRows<Row>(
  first: Page<Row>,
  read: (cursor: string) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  let page = first
  while (page.items.length === 0 && page.next !== undefined) page = { ...(await read(page.next)), total: first.total }
  return page
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
