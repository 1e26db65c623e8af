import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limiters } from '../limits/limiters.ts'
import { createSliceScheduler, type SliceScheduler } from './slice-scheduler.ts'
import { createStreamLimit, type StreamLimit } from './stream-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams
  }
}

/** What all long answers of a server share. */
interface Streams {
  readonly gate: StreamLimit
  readonly turns: SliceScheduler
}

/** Rows of one slice: less than a millisecond of reading and writing them down, in which nobody else is served. */
export const sliceRows = 10

/** How long an answer waits for its place: less than proxies wait for a first byte. */
const waitMs = 30_000

/** A reader who takes nothing for so long has gone away, or keeps a place from others of the account. */
const longestStallMs = 120_000

/** Lets the routes of this app answer with `sendStream`. */
export function acceptStreams(app: FastifyInstance, { atOnce }: Limiters): void {
  const limits = { running: atOnce('streams'), waiting: atOnce('waitingStreams'), waitMs }
  app.decorate('streams', { gate: createStreamLimit(limits), turns: createSliceScheduler() })
}

/** Does a part of a long answer, such as counting what it will hold, in a turn among the slices. */
export type RunScheduled = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Sends a long answer as it is read, slice by slice: each text of the iterable is one slice. It begins when the account has
 * a place for it, and the place is free again when the answer ends, fails or its reader goes away; who stops reading stops
 * the reading of the database. Refusals and headers belong into `begin`.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  begin: (inTurn: RunScheduled) => Promise<AsyncIterable<string>> | AsyncIterable<string>,
): Promise<FastifyReply> {
  const { gate, turns } = reply.server.streams
  const gone = new AbortController()
  const stopWatching = finished(reply.raw, () => gone.abort())
  try {
    const leave = await gate.enter(accountOf(request), gone.signal)
    if (gone.signal.aborted) leave()
    else gone.signal.addEventListener('abort', leave)
  } catch (error) {
    stopWatching()
    throw error
  }
  const slices = await begin((work) => turns.run(work))
  reply.raw.setTimeout(longestStallMs, () => reply.raw.destroy())
  reply.serializer((payload: unknown) => payload as string)
  return reply.send(Readable.from(scheduledSlices(turns, slices), { highWaterMark: 1 }))
}

/** The admin key's calls, which are nobody's, count together. */
const nobody = 0

const accountOf = ({ caller, administrator }: FastifyRequest) => caller?.accountId ?? administrator?.accountId ?? nobody

async function* scheduledSlices(turns: SliceScheduler, slices: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = slices[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await turns.run(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
