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

/** Shared by all long responses of a server. */
interface Streams {
  readonly limit: StreamLimit
  readonly scheduler: SliceScheduler
}

/** Rows per slice: less than a millisecond of work that blocks the event loop. */
export const sliceRows = 10

/** How long a response waits for a slot: less than proxies wait for a first byte. */
const waitMs = 30_000

/** A client that reads nothing for this long is disconnected, since it holds a slot of its account. */
const longestStallMs = 120_000

/** Enables `sendStream` for the routes of this app. */
export function acceptStreams(app: FastifyInstance, { atOnce }: Limiters): void {
  const limits = { running: atOnce('streams'), waiting: atOnce('waitingStreams'), waitMs }
  app.decorate('streams', { limit: createStreamLimit(limits), scheduler: createSliceScheduler() })
}

/** Runs part of a long response, such as a count, scheduled like a slice. */
export type RunScheduled = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Streams a long response slice by slice: each text of the iterable is one slice. It begins when the account has a free
 * slot, which is released when the response ends, fails or the client disconnects; a client that stops reading stops
 * the database reads (backpressure). Errors and headers belong into `begin`.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  begin: (runScheduled: RunScheduled) => Promise<AsyncIterable<string>> | AsyncIterable<string>,
): Promise<FastifyReply> {
  const { limit, scheduler } = reply.server.streams
  const gone = new AbortController()
  const stopWatching = finished(reply.raw, () => gone.abort())
  try {
    const leave = await limit.enter(accountOf(request), gone.signal)
    if (gone.signal.aborted) leave()
    else gone.signal.addEventListener('abort', leave)
  } catch (error) {
    stopWatching()
    throw error
  }
  const slices = await begin((work) => scheduler.run(work))
  reply.raw.setTimeout(longestStallMs, () => reply.raw.destroy())
  reply.serializer((payload: unknown) => payload as string)
  return reply.send(Readable.from(scheduledSlices(scheduler, slices), { highWaterMark: 1 }))
}

/** Requests with the admin key have no account and count together. */
const nobody = 0

const accountOf = ({ caller, administrator }: FastifyRequest) => caller?.accountId ?? administrator?.accountId ?? nobody

async function* scheduledSlices(scheduler: SliceScheduler, slices: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = slices[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await scheduler.run(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
