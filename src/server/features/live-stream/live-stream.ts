import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PathId } from '../../../shared/contract/fields.ts'
import type { LiveKind } from '../../../shared/live.ts'
import type { LiveBus } from '../../events/live-bus.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type FindCaller, refuseOtherAccount } from '../../http/auth/authenticate.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { Problem } from '../../http/problem.ts'
import type { Stores } from '../../store/index.ts'
import { openEventStream } from './event-stream.ts'
import { openSubscribers, type Subscriber } from './subscribers.ts'

interface LiveStreamDeps {
  readonly stores: Stores
  readonly bus: LiveBus
  readonly findCaller: FindCaller
  readonly limiters: Limiters
}

const Query = z.object({
  applicationId: PathId.optional(),
  after: z.string().max(64).optional(),
  /** For whom the page was drawn: a browser's stream takes no headers. */
  account: z.string().max(16).optional(),
})
const recheckMs = 500

/**
 * `GET /api/events`: a stream of server-sent events by which an open dashboard learns that it should read again, of one
 * application or of all that the caller may read. Not a call of the contract, which answers once.
 */
export function serveLiveStream(http: FastifyInstance, { stores, bus, findCaller, limiters }: LiveStreamDeps): void {
  const maxStreams = limiters.atOnce('liveStreams')
  const openStreams = new Map<string, number>()
  const subscribers = openSubscribers(stores)
  const stopListening = bus.listen({ onMessage: (message) => subscribers.broadcast(message), onClose: () => {} })
  let isRechecking = false
  const recheckTimer = setInterval(() => {
    if (isRechecking) return
    isRechecking = true
    // A database that is away ends no stream: whoever reads again will see it.
    void subscribers
      .recheckSessions()
      .catch(() => {})
      .finally(() => (isRechecking = false))
  }, recheckMs).unref()

  http.get('/api/events', { schema: { hide: true }, config: { auth: 'session' } }, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) throw new Problem('application_not_found')
    const { applicationId } = query.data
    if (!request.caller) throw new Problem('not_signed_in')
    const { sessionHash } = request.caller
    refuseOtherAccount(request.caller, query.data.account)
    // The mark is taken first: a change between the two looks is noticed, the other way round it would not be.
    const fingerprint = (await stores.sessionFingerprints.find([sessionHash])).get(sessionHash)
    const caller = await findCaller(request)
    if (!caller) throw new Problem('not_signed_in')
    if (applicationId !== undefined) await findApplication(stores, caller, applicationId, 'read')
    // Who left while all that was looked up is counted nowhere: no end of his stream is told any more.
    if (reply.raw.destroyed) return reply.hijack()
    const streams = openStreams.get(sessionHash) ?? 0
    if (streams >= maxStreams) throw new Problem('rate_limited', { retryAfterSeconds: 30 })
    openStreams.set(sessionHash, streams + 1)

    reply.hijack()
    const resumed = request.headers['last-event-id'] ?? query.data.after
    const position = typeof resumed === 'string' ? resumed : bus.position()
    const stream = openEventStream(reply.raw, position.replace(/[^\w-]/g, ''))
    const viewer: Subscriber = {
      stream,
      sessionHash,
      applicationId,
      fingerprint,
      caller,
      find: () => findCaller(request),
    }
    subscribers.add(viewer)
    if (typeof resumed === 'string') subscribers.replay(viewer, bus.since(resumed))
    reply.raw.once('close', () => {
      subscribers.remove(viewer)
      const left = (openStreams.get(sessionHash) ?? 1) - 1
      if (left === 0) openStreams.delete(sessionHash)
      else openStreams.set(sessionHash, left)
    })
    return reply
  })

  publishChanges(http, bus)
  http.addHook('preClose', async () => {
    clearInterval(recheckTimer)
    stopListening()
    subscribers.close()
    bus.close()
  })
}

/** What a change through the dashboard may have changed on other screens, by the part of the application it is in. */
const kindsOfPart: Readonly<Record<string, readonly LiveKind[]>> = {
  users: ['user', 'license', 'session', 'stats'],
  licenses: ['license', 'user', 'session', 'stats'],
  sessions: ['session', 'stats'],
}

/** Every answered change of an application is told, whichever feature made it. */
function publishChanges(http: FastifyInstance, bus: LiveBus): void {
  http.addHook('onResponse', async (request, reply) => {
    if (request.method === 'GET' || reply.statusCode >= 300) return
    const [isOne, part = ''] =
      /^\w+ \/api\/applications\/:id(?:\/([\w-]+))?/.exec(request.routeOptions.config.contract ?? '') ?? []
    const { id } = (request.params ?? {}) as { readonly id?: unknown }
    if (isOne !== undefined && typeof id === 'number') bus.publishChange(id, kindsOfPart[part] ?? ['stats'])
  })
}
