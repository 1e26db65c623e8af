import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteDef } from '../../../shared/contract/route.ts'
import type { Position, Slice } from '../../store/keyset-pagination.ts'
import { fieldError } from '../field-error.ts'
import { sendStream, sliceRows } from './send-stream.ts'

/** A whole list of so many rows is one short answer; a longer one is read in slices and takes a place among long answers. */
export const shortListRows = 50

interface PageQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A list that a store reads slice by slice in one order. */
export interface Paged<Row, Shown> {
  /** Names the order; a cursor of another order is refused. */
  readonly sort: string
  /** What the rows are sorted by. */
  readonly sortedBy: 'number' | 'text'
  /** How many rows match, where that is known exactly. */
  readonly total?: number
  readonly read: (after: Position | undefined, limit: number) => Promise<Slice<Row>>
  readonly show: (row: Row) => Shown
}

/** One page where the query has a limit; otherwise everything from the cursor on, streamed where it is long. */
export async function pagedList<Row, Shown>(query: PageQuery, list: Paged<Row, Shown>): Promise<List<Shown>> {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, list)
  const total = list.total === undefined ? {} : { total: list.total }
  const { rows, next } = await list.read(after, query.limit ?? shortListRows)
  const shown = rows.map(list.show)
  if (query.limit !== undefined) return { rows: shown, nextCursor: next && encodeCursor(list.sort, next), ...total }
  return { rows: next ? slices(list, shown, next) : shown, ...total }
}

async function* slices<Row, Shown>(
  list: Paged<Row, Shown>,
  first: Shown[],
  next: Position,
): AsyncGenerator<readonly Shown[]> {
  yield first
  for (let after: Position | undefined = next; after; ) {
    const slice: Slice<Row> = await list.read(after, sliceRows)
    yield slice.rows.map(list.show)
    after = slice.next
  }
}

function encodeCursor(sort: string, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

/** A cursor goes into a statement, so it is checked like any other input. */
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

/** A page of a list, or all of it in slices. */
export interface List<Row> {
  /** Rows of one page; an async iterable streams the whole list slice by slice. */
  readonly rows: readonly Row[] | AsyncIterable<readonly Row[]>
  /** How many rows match in all, where that is known exactly. */
  readonly total?: number
  /** Begins the next page; absent on the last one. */
  readonly nextCursor?: string | undefined
}

/** The body stays the specification's array; paging travels in `Link` and `X-Total-Count`. */
export function sendList(request: FastifyRequest, reply: FastifyReply, route: RouteDef, list: List<unknown>): unknown {
  const { rows } = list
  if (!(Symbol.asyncIterator in rows)) {
    setTotalHeader(reply, list)
    if (list.nextCursor !== undefined) reply.header('link', `<${nextAddress(request, list.nextCursor)}>; rel="next"`)
    return rows
  }
  return sendStream(request, reply, () => {
    setTotalHeader(reply, list)
    reply.type('application/json; charset=utf-8')
    return jsonArray(rows, (route.reply as z.ZodArray<z.ZodType>).element)
  })
}

function setTotalHeader(reply: FastifyReply, { total }: List<unknown>): void {
  if (total !== undefined) reply.header('x-total-count', total)
}

/** The same address with another cursor; relative, so that no forged Host header can end up in it. */
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
