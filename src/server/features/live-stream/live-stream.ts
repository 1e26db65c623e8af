import type { FastifyInstance } from 'fastify'
import { LiveStreamQuery } from '../../../shared/contract/live-stream.ts'
import type { DiskLevel, LiveKind } from '../../../shared/live.ts'
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
  readonly diskLevel: () => DiskLevel
}

const recheckMs = 500

/**
 * `GET /api/events`: server-sent events that tell an open dashboard which data to refetch, of one application or of
 * all that the caller may read. It is no route of the contract, because a contract route sends one response.
 */
export function serveLiveStream(http: FastifyInstance, deps: LiveStreamDeps): { readonly count: () => number } {
  const { stores, bus, findCaller, limiters, diskLevel } = deps
  const maxStreams = limiters.atOnce('liveStreams')
  const openStreams = new Map<string, number>()
  const subscribers = openSubscribers(stores)
  const stopListening = bus.listen({ onMessage: (message) => subscribers.broadcast(message), onClose: () => {} })
  let isRechecking = false
  const recheckTimer = setInterval(() => {
    if (subscribers.count() === 0) return
    subscribers.tellDisk(diskLevel())
    if (isRechecking) return
    isRechecking = true
    // A database outage ends no stream: the client notices it when it refetches.
    void subscribers
      .recheckSessions()
      .catch(() => {})
      .finally(() => (isRechecking = false))
  }, recheckMs).unref()

  http.get('/api/events', { config: { auth: 'session' } }, async (request, reply) => {
    const query = LiveStreamQuery.safeParse(request.query)
    if (!query.success) throw new Problem('application_not_found')
    const { applicationId } = query.data
    if (!request.caller) throw new Problem('not_signed_in')
    const { sessionHash } = request.caller
    refuseOtherAccount(request.caller, query.data.account)
    // The fingerprint is read first: a change between the two reads is then noticed; in the other order it would be
    // missed.
    const fingerprint = (await stores.sessionFingerprints.find([sessionHash])).get(sessionHash)
    const caller = await findCaller(request)
    if (!caller) throw new Problem('not_signed_in')
    if (applicationId !== undefined) await findApplication(stores, caller, applicationId, 'look')
    const memberRoles = await stores.members.rolesOf(caller.accountId)
    // If the client disconnected meanwhile, no close event will follow, so the stream is not counted.
    if (reply.raw.destroyed) return reply.hijack()
    const streams = openStreams.get(sessionHash) ?? 0
    if (streams >= maxStreams) throw new Problem('rate_limited', { retryAfterSeconds: 30 })
    openStreams.set(sessionHash, streams + 1)

    reply.hijack()
    const resumed = request.headers['last-event-id'] ?? query.data.after
    const position = typeof resumed === 'string' ? resumed : bus.position()
    const stream = openEventStream(reply.raw, position.replace(/[^\w-]/g, ''), request.id)
    const subscriber: Subscriber = {
      stream,
      sessionHash,
      applicationId,
      fingerprint,
      caller,
      memberRoles,
      toldDisk: 'ok',
      find: () => findCaller(request),
    }
    subscribers.add(subscriber)
    subscribers.tellDisk(diskLevel())
    if (typeof resumed === 'string') subscribers.replay(subscriber, bus.since(resumed))
    reply.raw.once('close', () => {
      subscribers.remove(subscriber)
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
  return { count: subscribers.count }
}

/** Which other screens a change through the dashboard may affect, by the part of the application it changes. */
const kindsOfPart: Readonly<Record<string, readonly LiveKind[]>> = {
  users: ['user', 'license', 'session', 'stats'],
  licenses: ['license', 'user', 'session', 'stats'],
  sessions: ['session', 'stats'],
}

/** Publishes every successful change of an application, whichever feature handled it. */
function publishChanges(http: FastifyInstance, bus: LiveBus): void {
  http.addHook('onResponse', async (request, reply) => {
    if (request.method === 'GET' || reply.statusCode >= 300) return
    const [isOne, part = ''] =
      /^\w+ \/api\/applications\/:id(?:\/([\w-]+))?/.exec(request.routeOptions.config.contract ?? '') ?? []
    const { id } = (request.params ?? {}) as { readonly id?: unknown }
    if (isOne !== undefined && typeof id === 'number') bus.publishChange(id, kindsOfPart[part] ?? ['stats'])
  })
}
