import { type RawBuilder, sql } from 'kysely'

/** Cursor: the sort value and id of the last row of the previous page. */
export interface Position {
  readonly value: string | number | null
  readonly id: number
  /** The row after it has another value, so that rows of this value are not looked for again. */
  readonly isLastOfValue?: boolean
}

export interface Slice<Row> {
  readonly rows: readonly Row[]
  /** Where to continue if there may be more rows: after the last row returned, or the last one scanned. */
  readonly next: Position | undefined
}

export interface Order<Column extends string = string> {
  readonly column: Column
  readonly isDescending: boolean
  /** Where rows with null sort in ascending order; the other end in descending order. */
  readonly nulls: 'none' | 'least' | 'greatest'
  /** No two rows share a value. */
  readonly isUnique?: boolean
  /** Known bounds of the wanted values, which narrow the index range; the query still filters by them. */
  readonly span?: ValueRange | undefined
}

export interface ValueRange {
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
  /** Whether rows with null are left out, or the only ones. */
  readonly nulls?: 'none' | 'only' | undefined
}

/** Filter and order of a query for one index range. */
export interface Segment {
  readonly where: RawBuilder<boolean>
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
}

/** Limits how many rows a page scans when many do not match. */
export interface ScanLimit {
  /** Rows of a segment that a page scans. */
  readonly steps: number
  /** The last of the first `limit` rows of the segment, matching or not; undefined when it has fewer. */
  readonly lastOf: (segment: Segment) => Promise<Position | undefined>
}

/**
 * Keyset pagination. Rows with null are read as a segment of their own, so that both databases order them alike and an
 * index on the plain column serves both segments. Visits each row exactly once, also among equal values. With a scan
 * limit a page may be short or even empty and still have a `next`.
 */
export async function readSlice<
  Column extends string,
  Row extends { id: number } & Record<Column, string | number | null>,
>(
  table: string,
  order: Order<Column>,
  after: Position | undefined,
  limit: number,
  read: (segment: Segment) => Promise<Row[]>,
  scanLimit?: ScanLimit,
): Promise<Slice<Row>> {
  const rows: Row[] = []
  for (const { orderBy, until, resumeAt } of segmentsFrom(table, order, after)) {
    const end = await scanLimit?.lastOf({ where: until(undefined), orderBy, limit: scanLimit.steps })
    rows.push(...(await read({ where: until(end), orderBy, limit: limit + 1 - rows.length })))
    if (rows.length > limit) break
    if (end) return { rows, next: resumeAt(end) }
  }
  if (rows.length <= limit) return { rows, next: undefined }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isLastOfValue = rows[limit]?.[order.column] !== last?.[order.column]
  const value = last?.[order.column] ?? null
  return { rows: page, next: last && { value, id: last.id, ...(isLastOfValue && { isLastOfValue }) } }
}

interface IndexRange {
  readonly orderBy: RawBuilder<unknown>
  /** The rows of the range up to the end of a scan; without one all of them. */
  readonly until: (end: Position | undefined) => RawBuilder<boolean>
  /** Where to continue after a scan that ended there. */
  readonly resumeAt: (end: Position) => Position
}

function segmentsFrom(table: string, order: Order, after: Position | undefined): IndexRange[] {
  const { nulls, isDescending, span, isUnique } = order
  const isAmongNulls = after !== undefined && after.value === null
  const from = isAmongNulls ? undefined : after
  const ties = from && !isUnique && !from.isLastOfValue ? [sameFrom(table, order, from)] : []
  const values = span?.nulls === 'only' ? [] : [...ties, valuesFrom(table, order, from)]
  if (nulls === 'none') return values
  const without = span?.nulls === 'none' ? [] : [nullsFrom(table, order, isAmongNulls ? after : undefined)]
  const areNullsFirst = (nulls === 'least') !== isDescending
  if (areNullsFirst) return from ? values : [...without, ...values]
  return isAmongNulls ? without : [...values, ...without]
}

/**
 * Exactly one condition per bound, the tighter one: with two, the engine may start its scan at the looser. Rows that
 * share the cursor's value are a range of their own, because SQLite seeks among equal values by equality only.
 */
function valuesFrom(table: string, order: Order, after: Position | undefined): IndexRange {
  const { column, isDescending, span, isUnique } = order
  const value = sql.ref(`${table}.${column}`)
  const id = sql.ref(`${table}.id`)
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const from = span?.from === undefined ? undefined : sql<boolean>`${value} >= ${span.from}`
  const to = span?.to === undefined ? undefined : sql<boolean>`${value} < ${span.to}`
  const [first, last] = isDescending ? [to, from] : [from, to]
  const near = after ? sql<boolean>`${value} ${sql.raw(isDescending ? '<' : '>')} ${after.value}` : first
  const before = sql.raw(`${isDescending ? '>' : '<'}${isUnique ? '=' : ''}`)
  return {
    orderBy: isUnique ? sql`${value} ${direction}` : sql`${value} ${direction}, ${id} ${direction}`,
    until: (end) => {
      const far = end ? sql<boolean>`${value} ${before} ${end.value}` : last
      const range = [near ?? [], far ?? []].flat()
      return range.length > 0 ? sql<boolean>`${sql.join(range, sql` and `)}` : sql<boolean>`${value} is not null`
    },
    // Rows that share the end's value come next, starting with the first.
    resumeAt: (end) => (isUnique ? end : { value: end.value, id: isDescending ? Number.MAX_SAFE_INTEGER : 0 }),
  }
}

/** Rows with the same value as the cursor. */
function sameFrom(table: string, order: Order, { value, id }: Position): IndexRange {
  return byId(table, order, sql`= ${value}`, id)
}

function nullsFrom(table: string, order: Order, after: Position | undefined): IndexRange {
  return byId(table, order, sql`is null`, after?.id)
}

/**
 * Rows of one value in id order. The value is part of the ORDER BY because PostgreSQL doesn't see that rows with null
 * share it, and would sort them all instead of scanning the index.
 */
function byId(table: string, order: Order, isSame: RawBuilder<unknown>, after: number | undefined): IndexRange {
  const value = sql.ref(`${table}.${order.column}`)
  const id = sql.ref(`${table}.id`)
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  const [beyond, upTo] = (order.isDescending ? ['<', '>='] : ['>', '<=']).map((sign) => sql.raw(sign))
  const near = after === undefined ? undefined : sql<boolean>`${id} ${beyond} ${after}`
  return {
    orderBy: sql`${value} ${direction}, ${id} ${direction}`,
    until: (end) => {
      const range = [near ?? [], end ? sql<boolean>`${id} ${upTo} ${end.id}` : []].flat()
      return sql<boolean>`${sql.join([sql`${value} ${isSame}`, ...range], sql` and `)}`
    },
    resumeAt: (end) => end,
  }
}
