import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteDef } from '../../shared/contract/route.ts'
import { sendStream } from './streams/send-stream.ts'

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
    tellTotal(reply, list)
    if (list.nextCursor !== undefined) reply.header('link', `<${nextAddress(request, list.nextCursor)}>; rel="next"`)
    return rows
  }
  return sendStream(request, reply, () => {
    tellTotal(reply, list)
    reply.type('application/json; charset=utf-8')
    return jsonArray(rows, (route.reply as z.ZodArray<z.ZodType>).element)
  })
}

function tellTotal(reply: FastifyReply, { total }: List<unknown>): void {
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
