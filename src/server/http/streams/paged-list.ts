import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteDef } from '../../../shared/contract/route.ts'
import type { Position, Slice } from '../../store/keyset-pagination.ts'
import { fieldError } from '../field-error.ts'
import { type SliceSize, sendStream } from './send-stream.ts'

/** Lists of up to this many rows are sent at once; longer ones are streamed in slices and count as long responses. */
export const shortListRows = 50

interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A list that a store reads slice by slice in one order (keyset pagination). */
export interface Paged<Row, Shown> {
  /** Name of the order; a cursor of another order is rejected. */
  readonly sort: string
  /** Type of the sort value. */
  readonly sortedBy: 'number' | 'text'
  /** Count of matching rows, where known exactly. */
  readonly total?: number
  readonly read: (after: Position | undefined, limit: number) => Promise<Slice<Row>>
  readonly show: (row: Row) => Shown
}

/** One page if the query has a limit, else everything after the cursor, streamed if it is long. */
export async function pagedList<Row, Shown>(query: PageQuery, list: Paged<Row, Shown>): Promise<List<Shown>> {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, list)
  const total = list.total === undefined ? {} : { total: list.total }
  const { rows, next } = await list.read(after, query.limit ?? shortListRows)
  const shown = rows.map(list.show)
  if (query.limit !== undefined) return { rows: shown, nextCursor: next && encodeCursor(list.sort, next), ...total }
  return { rows: next ? (size) => slices(list, shown, next, size) : shown, ...total }
}

async function* slices<Row, Shown>(
  list: Paged<Row, Shown>,
  first: Shown[],
  next: Position,
  size: SliceSize,
): AsyncGenerator<readonly Shown[]> {
  yield first
  for (let after: Position | undefined = next; after; ) {
    const slice: Slice<Row> = await list.read(after, size.rows)
    yield slice.rows.map(list.show)
    after = slice.next
  }
}

function encodeCursor(sort: string, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

/** The cursor becomes part of a query, so it is validated like any input. */
function decodeCursor(
  cursor: string,
  { sort, sortedBy }: Pick<Paged<unknown, unknown>, 'sort' | 'sortedBy'>,
): Position {
  const value = sortedBy === 'number' ? z.int().nullable() : z.string().regex(/^[^\0]*$/)
  const parsed = z.tuple([z.literal(sort), value, z.int().nonnegative()]).safeParse(parseJson(cursor))
  if (!parsed.success) throw fieldError('cursor', 'The cursor must come from the Link header of the page before.')
  return { value: parsed.data[1], id: parsed.data[2] }
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** A page of a list, or the whole list in slices. */
export interface List<Row> {
  /** Rows of one page, or the whole list in slices. */
  readonly rows: readonly Row[] | ((size: SliceSize) => AsyncIterable<readonly Row[]>)
  /** Count of all matching rows, where known exactly. */
  readonly total?: number
  /** Cursor of the next page; absent on the last one. */
  readonly nextCursor?: string | undefined
}

/** The body is a plain array, as specified; paging uses `Link` and `X-Total-Count`. */
export function sendList(request: FastifyRequest, reply: FastifyReply, route: RouteDef, list: List<unknown>): unknown {
  const { rows } = list
  if (typeof rows !== 'function') {
    setTotalHeader(reply, list)
    if (list.nextCursor !== undefined) reply.header('link', `<${nextAddress(request, list.nextCursor)}>; rel="next"`)
    return rows
  }
  return sendStream(request, reply, (size) => {
    setTotalHeader(reply, list)
    reply.type('application/json; charset=utf-8')
    return jsonArray(rows(size), (route.reply as z.ZodArray<z.ZodType>).element)
  })
}

function setTotalHeader(reply: FastifyReply, { total }: List<unknown>): void {
  if (total !== undefined) reply.header('x-total-count', total)
}

/** The same URL with another cursor; relative, so that a forged Host header can't get into it. */
function nextAddress(request: FastifyRequest, cursor: string): string {
  const [path, search = ''] = request.url.split('?', 2) as [string, string?]
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return `${path}?${query}`
}

async function* jsonArray(slices: AsyncIterable<readonly unknown[]>, row: z.ZodType): AsyncGenerator<string> {
  let separator = '['
  for await (const slice of slices) {
    if (slice.length === 0) continue
    yield separator + slice.map((value) => JSON.stringify(z.encode(row, value as never))).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
