import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Streams NDJSON: one JSON text per line. The work behind the lines runs to its end even if the client disconnects, so
 * that nothing stays half done.
 */
export function ndjson<Line>(reply: FastifyReply, lines: AsyncIterable<Line>): Promise<Line> {
  const out = new Readable({ read() {} })
  void pump(lines, out)
  reply.type('application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
  return reply.send(out) as unknown as Promise<Line>
}

async function pump(lines: AsyncIterable<unknown>, out: Readable): Promise<void> {
  try {
    for await (const line of lines) if (!out.destroyed) out.push(`${JSON.stringify(line)}\n`)
    out.push(null)
  } catch (error) {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
