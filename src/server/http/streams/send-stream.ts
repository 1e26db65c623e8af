import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import { haveSameRights, refreshCaller } from '../auth/authenticate.ts'
import type { Limiters } from '../limits/limiters.ts'
import { Problem } from '../problem.ts'
import { createSliceScheduler, type SliceScheduler, type Slices } from './slice-scheduler.ts'
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
  /** Throws when the caller has lost access, or has other rights by now. */
  readonly checkRights: (request: FastifyRequest) => Promise<void>
}

/** How long a response waits for a slot: less than proxies wait for a first byte. */
const waitMs = 30_000

/** A client that reads nothing for this long is disconnected, since it holds a slot of its account. */
const longestStallMs = 120_000

interface StreamDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly limiters: Limiters
}

/** Enables `sendStream` for the routes of this app. */
export function acceptStreams(app: FastifyInstance, { stores, clock, limiters: { atOnce } }: StreamDeps): void {
  const limits = { running: atOnce('streams'), waiting: atOnce('waitingStreams'), waitMs }
  const checkRights = async ({ caller }: FastifyRequest) => {
    if (caller && !haveSameRights(caller, await refreshCaller(stores, clock, caller))) {
      throw new Problem('permission_missing')
    }
  }
  app.decorate('streams', { limit: createStreamLimit(limits), scheduler: createSliceScheduler(), checkRights })
}

/** Tells the content of a long response how many rows to read for its next slice. */
export type SliceSize = Pick<Slices, 'rows'>

/**
 * Streams a long response slice by slice: each text of the iterable is one slice. It begins when the account has a free
 * slot, which is released when the response ends, fails or the client disconnects; a client that stops reading stops
 * the database reads (backpressure). It is cut off before the next slice when the caller loses access; a new request is
 * authorized again. Errors and headers belong into `begin`.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  begin: (size: SliceSize) => Promise<AsyncIterable<string>> | AsyncIterable<string>,
): Promise<FastifyReply> {
  const { limit, scheduler, checkRights } = reply.server.streams
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
  const slices = scheduler.open()
  const texts = await begin(slices)
  reply.raw.setTimeout(longestStallMs, () => reply.raw.destroy())
  reply.serializer((payload: unknown) => payload as string)
  const checked = inTurn(slices, texts, () => checkRights(request))
  return reply.send(Readable.from(checked, { highWaterMark: 1 }))
}

/** Requests with the admin key have no account and count together. */
const nobody = 0

const accountOf = ({ caller, administrator }: FastifyRequest) => caller?.accountId ?? administrator?.accountId ?? nobody

/** The check is a part of each turn: outside of it, it would work while all long responses rest. */
async function* inTurn(
  slices: Slices,
  texts: AsyncIterable<string>,
  check: () => Promise<void>,
): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  const checkedSlice = async () => {
    const slice = await iterator.next()
    if (!slice.done) await check()
    return slice
  }
  try {
    for (;;) {
      const { value, done } = await slices.run(checkedSlice)
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
