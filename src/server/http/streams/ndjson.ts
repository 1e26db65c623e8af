import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Answers line by line, each a JSON text, as the lines come; the type says what one line is. The work behind the lines
 * goes on to its end whether somebody listens or not: a dropped connection must not leave half of it.
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
