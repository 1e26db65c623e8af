import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PathId } from '../../shared/contract/fields.ts'
import type { LiveBus, LiveKind } from '../events/live-bus.ts'
import { findApplication } from '../http/application-access.ts'
import type { FindCaller } from '../http/authenticate.ts'
import { Problem } from '../http/problem.ts'
import type { Stores } from '../store/index.ts'

interface LiveStreamDeps {
  readonly stores: Stores
  readonly bus: LiveBus
  readonly findCaller: FindCaller
}

const Query = z.strictObject({ applicationId: PathId })
/** Keeps proxies from closing a quiet stream, and is when a revoked session is noticed at the latest. */
const aliveMs = 20_000
const maxStreamsPerSession = 5

/**
 * `GET /api/events`: a stream of server-sent events by which an open dashboard learns that it should read again. Not a
 * call of the contract, which answers once. Whether the session still holds is asked before every message.
 */
export function serveLiveStream(http: FastifyInstance, { stores, bus, findCaller }: LiveStreamDeps): void {
  const open = new Map<string, number>()

  http.get('/api/events', { schema: { hide: true }, config: { auth: 'session' } }, async (request, reply) => {
    const { caller } = request
    const query = Query.safeParse(request.query)
    if (!caller) throw new Problem('not_signed_in')
    if (!query.success) throw new Problem('application_not_found')
    const { applicationId } = query.data
    await findApplication(stores, caller, applicationId, 'read')
    const streams = open.get(caller.sessionHash) ?? 0
    if (streams >= maxStreamsPerSession) throw new Problem('rate_limited', { retryAfterSeconds: 30 })
    open.set(caller.sessionHash, streams + 1)

    reply.hijack()
    const stream = openStream(reply.raw)
    const mayGoOn = async () => {
      const current = await findCaller(request)
      if (!current) throw new Problem('not_signed_in')
      await findApplication(stores, current, applicationId, 'read')
    }
    const send = (text: string) => {
      mayGoOn().then(
        () => stream.write(text),
        () => stream.end(),
      )
    }
    const alive = setInterval(() => send(': alive\n\n'), aliveMs)
    const stop = bus.listen(applicationId, { changed: (what) => send(changed(what)), end: () => stream.end() })
    reply.raw.once('close', () => {
      clearInterval(alive)
      stop()
      const left = (open.get(caller.sessionHash) ?? 1) - 1
      if (left === 0) open.delete(caller.sessionHash)
      else open.set(caller.sessionHash, left)
    })
    return reply
  })
  http.addHook('preClose', async () => bus.close())
}

const changed = (what: readonly LiveKind[]) => `event: changed\ndata: ${JSON.stringify({ what })}\n\n`

function openStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  response.write(': open\n\n')
  return response
}
