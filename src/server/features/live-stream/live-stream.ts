import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PathId } from '../../../shared/contract/fields.ts'
import type { LiveKind } from '../../../shared/live.ts'
import type { LiveBus } from '../../events/live-bus.ts'
import { findApplication } from '../../http/application-access.ts'
import { type FindCaller, refuseOtherAccount } from '../../http/authenticate.ts'
import type { Limiters } from '../../http/limiters.ts'
import { Problem } from '../../http/problem.ts'
import type { Stores } from '../../store/index.ts'
import { openAudience, type Viewer } from './audience.ts'
import { openEventStream } from './stream.ts'

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
const lookMs = 500

/**
 * `GET /api/events`: a stream of server-sent events by which an open dashboard learns that it should read again, of one
 * application or of all that the caller may read. Not a call of the contract, which answers once.
 */
export function serveLiveStream(http: FastifyInstance, { stores, bus, findCaller, limiters }: LiveStreamDeps): void {
  const maxStreams = limiters.atOnce('liveStreams')
  const open = new Map<string, number>()
  const audience = openAudience(stores)
  const stopListening = bus.listen({ told: (message) => audience.tell(message), end: () => {} })
  let isLooking = false
  const looking = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // A database that is away ends no stream: whoever reads again will see it.
    void audience
      .look()
      .catch(() => {})
      .finally(() => (isLooking = false))
  }, lookMs).unref()

  http.get('/api/events', { schema: { hide: true }, config: { auth: 'session' } }, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) throw new Problem('application_not_found')
    const { applicationId } = query.data
    if (!request.caller) throw new Problem('not_signed_in')
    const { sessionHash } = request.caller
    refuseOtherAccount(request.caller, query.data.account)
    // The mark is taken first: a change between the two looks is noticed, the other way round it would not be.
    const mark = (await stores.sessionMarks.find([sessionHash])).get(sessionHash)
    const caller = await findCaller(request)
    if (!caller) throw new Problem('not_signed_in')
    if (applicationId !== undefined) await findApplication(stores, caller, applicationId, 'read')
    // Who left while all that was looked up is counted nowhere: no end of his stream is told any more.
    if (reply.raw.destroyed) return reply.hijack()
    const streams = open.get(sessionHash) ?? 0
    if (streams >= maxStreams) throw new Problem('rate_limited', { retryAfterSeconds: 30 })
    open.set(sessionHash, streams + 1)

    reply.hijack()
    const resumed = request.headers['last-event-id'] ?? query.data.after
    const position = typeof resumed === 'string' ? resumed : bus.position()
    const stream = openEventStream(reply.raw, position.replace(/[^\w-]/g, ''))
    const viewer: Viewer = { stream, sessionHash, applicationId, mark, caller, find: () => findCaller(request) }
    audience.add(viewer)
    if (typeof resumed === 'string') audience.catchUp(viewer, bus.since(resumed))
    reply.raw.once('close', () => {
      audience.remove(viewer)
      const left = (open.get(sessionHash) ?? 1) - 1
      if (left === 0) open.delete(sessionHash)
      else open.set(sessionHash, left)
    })
    return reply
  })

  tellChanges(http, bus)
  http.addHook('preClose', async () => {
    clearInterval(looking)
    stopListening()
    audience.close()
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
function tellChanges(http: FastifyInstance, bus: LiveBus): void {
  http.addHook('onResponse', async (request, reply) => {
    if (request.method === 'GET' || reply.statusCode >= 300) return
    const [isOne, part = ''] =
      /^\w+ \/api\/applications\/:id(?:\/([\w-]+))?/.exec(request.routeOptions.config.contract ?? '') ?? []
    const { id } = (request.params ?? {}) as { readonly id?: unknown }
    if (isOne !== undefined && typeof id === 'number') bus.changed(id, kindsOfPart[part] ?? ['stats'])
  })
}
