import { randomFillSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { V7Generator } from 'uuidv7'

const buffer = new Uint32Array(2048)
let next = buffer.length

/** Random numbers of the operating system, fetched in bulk: a system call for each would cost more than the ID. */
function nextUint32(): number {
  if (next === buffer.length) {
    randomFillSync(buffer)
    next = 0
  }
  return buffer[next++] ?? 0
}

const generator = new V7Generator({ nextUint32 })

/** A UUIDv7: sortable by time, with no other meaning. */
export function newRequestId(): string {
  return generator.generate().toString()
}

/** Names the call in every answer. One that a caller sends is never taken over. */
export const requestIdHeader = 'x-request-id'

/**
 * The header has the last 12 letters of the ID, enough to find it in the log: 48 bits, of which 32 are drawn for each
 * ID. It goes along with every file too, where the whole ID would be a part of the first load.
 */
export const shortRequestId = (id: string): string => id.slice(-12)

/** Sends it with what Fastify answers. What is written past it, such as the public API's answers, names it itself. */
export function sendRequestId(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    reply.header(requestIdHeader, shortRequestId(request.id))
    done(null, payload)
  })
}
