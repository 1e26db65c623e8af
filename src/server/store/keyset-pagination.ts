import { type RawBuilder, sql } from 'kysely'

/** The row before a page: the value it is sorted by, and its id. */
export interface Position {
  readonly value: string | number | null
  readonly id: number
}

export interface Slice<Row> {
  readonly rows: readonly Row[]
  /** Where to go on, where more may follow: behind the last row, or behind the last one that was looked at. */
  readonly next: Position | undefined
}

export interface Order<Column extends string = string> {
  readonly column: Column
  readonly isDescending: boolean
  /** Where rows without a value stand when the order ascends; the other end when it descends. */
  readonly nulls: 'none' | 'least' | 'greatest'
  /** No two rows share a value. */
  readonly isUnique?: boolean
  /** What is known of the values that are wanted. Narrows the range that is walked; the query still asks for it. */
  readonly span?: ValueRange | undefined
}

export interface ValueRange {
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
  /** Whether rows without a value are left out, or the only ones. */
  readonly nulls?: 'none' | 'only' | undefined
}

/** What a page asks of the query: which rows may come, and in which order. One range of an index on the column. */
export interface Segment {
  readonly where: RawBuilder<boolean>
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
}

/** Bounds the work of a page whose query passes over rows that do not match. */
export interface ScanLimit {
  /** Rows of a segment that a page looks at. */
  readonly steps: number
  /** The last of the first `limit` rows of the segment, matching or not; undefined where it has fewer. */
  readonly lastOf: (segment: Segment) => Promise<Position | undefined>
}

/**
 * One page by keyset. Rows without a value are read as a segment of their own, so that both databases order them the
 * same way and an index on the plain column serves both segments. Visits each row exactly once, equal values included.
 * With a walk the page may hold fewer rows than asked for, none even, and still say where to go on.
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
  walk?: ScanLimit,
): Promise<Slice<Row>> {
  const rows: Row[] = []
  for (const { orderBy, until, resumeAt } of segmentsFrom(table, order, after)) {
    const end = await walk?.lastOf({ where: until(undefined), orderBy, limit: walk.steps })
    rows.push(...(await read({ where: until(end), orderBy, limit: limit + 1 - rows.length })))
    if (rows.length > limit) break
    if (end) return { rows, next: resumeAt(end) }
  }
  if (rows.length <= limit) return { rows, next: undefined }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && { value: last[order.column], id: last.id } }
}

interface IndexRange {
  readonly orderBy: RawBuilder<unknown>
  /** The rows of the stretch up to the end of a walk; without one all of them. */
  readonly until: (end: Position | undefined) => RawBuilder<boolean>
  /** Where a page goes on that was walked up to there. */
  readonly resumeAt: (end: Position) => Position
}

function segmentsFrom(table: string, order: Order, after: Position | undefined): IndexRange[] {
  const { nulls, isDescending, span, isUnique } = order
  const isAmongNulls = after !== undefined && after.value === null
  const from = isAmongNulls ? undefined : after
  const ties = from && !isUnique ? [sameFrom(table, order, from)] : []
  const values = span?.nulls === 'only' ? [] : [...ties, valuesFrom(table, order, from)]
  if (nulls === 'none') return values
  const without = span?.nulls === 'none' ? [] : [nullsFrom(table, order, isAmongNulls ? after : undefined)]
  const areNullsFirst = (nulls === 'least') !== isDescending
  if (areNullsFirst) return from ? values : [...without, ...values]
  return isAmongNulls ? without : [...values, ...without]
}

/**
 * Exactly one condition for each end, the nearer one: of two an engine may walk from the farther. Rows of the value
 * before are a range of their own: SQLite finds a place among equal values by equality alone.
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
    // The rows that share the end's value come next, from the first of them on.
    resumeAt: (end) => (isUnique ? end : { value: end.value, id: isDescending ? Number.MAX_SAFE_INTEGER : 0 }),
  }
}

/** The rows that share the value of the last one. */
function sameFrom(table: string, order: Order, { value, id }: Position): IndexRange {
  return byId(table, order, sql`= ${value}`, id)
}

function nullsFrom(table: string, order: Order, after: Position | undefined): IndexRange {
  return byId(table, order, sql`is null`, after?.id)
}

/**
 * Rows of one value in the order of their ids. The value stands in the order, too: PostgreSQL does not see that rows
 * without a value share it, and would rather sort them all than walk the index.
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
