import { type RawBuilder, sql } from 'kysely'

/** The row before a page: the value it is sorted by, and its id. */
export interface Position {
  readonly value: string | number | null
  readonly id: number
}

export interface Slice<Row> {
  readonly rows: readonly Row[]
  /** The last row, where more follow. */
  readonly next: Position | undefined
}

export interface Order<Column extends string = string> {
  readonly column: Column
  readonly isDescending: boolean
  /** Where rows without a value stand when the order ascends; the other end when it descends. */
  readonly nulls: 'none' | 'least' | 'greatest'
}

/** What a page asks of the query: which rows may come, and in which order. */
export interface Segment {
  readonly where: RawBuilder<boolean>
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
}

/**
 * One page by keyset. Rows without a value are read as a segment of their own, so that both databases order them the
 * same way and an index on the plain column serves both segments. Visits each row exactly once, equal values included.
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
): Promise<Slice<Row>> {
  const rows: Row[] = []
  for (const segment of segmentsFrom(table, order, after)) {
    rows.push(...(await read({ ...segment, limit: limit + 1 - rows.length })))
    if (rows.length > limit) break
  }
  if (rows.length <= limit) return { rows, next: undefined }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && { value: last[order.column], id: last.id } }
}

function segmentsFrom(table: string, order: Order, after: Position | undefined): Omit<Segment, 'limit'>[] {
  const value = sql.ref(`${table}.${order.column}`)
  const id = sql.ref(`${table}.id`)
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  const beyond = sql.raw(order.isDescending ? '<' : '>')
  const isAmongNulls = after !== undefined && after.value === null
  const afterValue = after && !isAmongNulls
  const values = {
    where: afterValue
      ? sql<boolean>`(${value}, ${id}) ${beyond} (${after.value}, ${after.id})`
      : sql<boolean>`${value} is not null`,
    orderBy: sql`${value} ${direction}, ${id} ${direction}`,
  }
  if (order.nulls === 'none') return [values]
  const nulls = {
    where: isAmongNulls
      ? sql<boolean>`${value} is null and ${id} ${beyond} ${after.id}`
      : sql<boolean>`${value} is null`,
    orderBy: sql`${id} ${direction}`,
  }
  const areNullsFirst = (order.nulls === 'least') !== order.isDescending
  if (areNullsFirst) return afterValue ? [values] : [nulls, values]
  return isAmongNulls ? [nulls] : [values, nulls]
}
