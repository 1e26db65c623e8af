/** One page of a list. */
export interface Page<Row> {
  readonly items: readonly Row[]
  /** How many there are in all pages; undefined where that is not known. */
  readonly total: number | undefined
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Paging travels in the headers: the count in `X-Total-Count`, the next page in `Link`. */
export function readPage<Row>(items: readonly Row[], headers: Headers): Page<Row> {
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  const next = nextCursor(headers.get('link'))
  const isWhole = next === undefined
  return { items, total: Number.isSafeInteger(total) ? total : isWhole ? items.length : undefined, next }
}

/**
 * The page, or the first one after it with rows: a server that looked at many rows in vain says where to go on.
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
