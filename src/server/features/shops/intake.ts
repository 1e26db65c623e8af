import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveBus } from '../../events/live-bus.ts'
import type { Recorder } from '../../events/recorder.ts'
import { clientIp } from '../../http/client-ip.ts'
import { reserveOrWait } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refusedFor, refuseFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { MailQueue } from '../../mails/queue-mail.ts'
import type { Stores } from '../../store/index.ts'
import type { Shop } from '../../store/selling/shops.ts'
import { adapterOf } from './adapters/index.ts'
import { type ShopAdapter, type ShopMessage, type SignedCall, UnreadableCall } from './shop-event.ts'
import { type Taken, takeEvents } from './take-events.ts'

/** Before it nothing is known of the sender. */
const bodyLimitBytes = 256 * 1024

interface IntakeDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly recorder: Recorder
  readonly bus: LiveBus
  readonly mailQueue: MailQueue
  readonly limiters: Limiters
}

/**
 * Takes the calls of shops. Nothing of a body is parsed before its signature is verified, and one transaction does all
 * that a call asks for: it answers after the commit, so that what was not answered can be sent again.
 */
export function serveShops(http: FastifyInstance, deps: IntakeDeps): void {
  const strangers = deps.limiters.window('unknownShopCalls')
  const reserve = reserveOrWait(strangers)
  const calls = deps.limiters.window<number>('shopCalls')
  http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.route({
      method: 'POST',
      url: '/api/shops/:path',
      bodyLimit: bodyLimitBytes,
      onRequest: async (request) => refuseFor(strangers.retryAfterMs(ipLimiterKey(clientIp(request)))),
      handler: async (request, reply) => {
        const startedMs = performance.now()
        const reservation = await reserve(ipLimiterKey(clientIp(request)))
        if (typeof reservation === 'number') throw refusedFor(reservation)
        const verified = await verify(deps, request).catch((error: unknown) => {
          reservation.release()
          throw error
        })
        if (typeof verified === 'string') {
          reservation.commit()
          throw new Problem(verified)
        }
        reservation.release()
        refuseFor(calls.take(verified.shop.id))
        return answer(deps, { request, reply, ...verified, startedMs })
      },
    })
    done()
  })
}

/** The shop that a call comes from; or why it is none. */
async function verify(
  { stores, clock }: IntakeDeps,
  request: FastifyRequest,
): Promise<Pick<VerifiedCall, 'shop' | 'adapter' | 'call'> | 'shop_not_found' | 'shop_signature_invalid'> {
  const found = await stores.shops.findByPath((request.params as { path: string }).path, clock.now())
  const adapter = found && adapterOf(found.shop.provider)
  if (!found || !adapter) return 'shop_not_found'
  const call = signedCall(request, found.signingSecrets, clock.now())
  return adapter.verify(call) ? { shop: found.shop, adapter, call } : 'shop_signature_invalid'
}

function signedCall(request: FastifyRequest, secrets: readonly string[], now: Date): SignedCall {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  return { header, body, secrets, now }
}

interface VerifiedCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly shop: Shop
  readonly adapter: ShopAdapter
  readonly call: SignedCall
  readonly startedMs: number
}

async function answer(deps: IntakeDeps, verified: VerifiedCall): Promise<unknown> {
  const { request, reply, shop, adapter, call, startedMs } = verified
  const body = call.body.toString('utf8')
  const message = readOrUndefined(() => adapter.read(body, call.header))
  const source = { ip: clientIp(request), userAgent: request.headers['user-agent']?.slice(0, 256) ?? '' }
  const elapsedMs = () => Math.round(performance.now() - startedMs)
  const taken = await takeCall(deps, shop, message, { body, elapsedMs, ...source })
  if (!message) throw new Problem('invalid_request', { message: "The body isn't one that this shop sends." })
  if (message.delivery === 'none') return { received: true }
  // of several items the ones that are mapped are delivered
  if (taken.outcome === 'unmatched' && taken.keys.length === 0) throw new Problem('product_not_mapped')
  if (message.delivery === 'text' || prefersText(request))
    return reply.type('text/plain; charset=utf-8').send(taken.keys.join('\n'))
  return { order_id: taken.orderRef, keys: taken.keys }
}

function readOrUndefined(read: () => ShopMessage): ShopMessage | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableCall) return undefined
    throw error
  }
}

const prefersText = ({ headers }: FastifyRequest) =>
  headers.accept?.split(',').some((type) => type.trim().startsWith('text/plain')) ?? false

interface CallSource {
  readonly body: string
  readonly ip: string
  readonly userAgent: string
  readonly elapsedMs: () => number
}

/** Takes a call and stores what came of it, all or nothing. */
async function takeCall(
  { stores, clock, recorder, bus, mailQueue }: IntakeDeps,
  { applicationId, id: shopId }: Shop,
  message: ShopMessage | undefined,
  { body, elapsedMs, ...source }: CallSource,
): Promise<Taken> {
  const taken = await stores.transaction(async (tx): Promise<Taken> => {
    const now = clock.now()
    const shop = await tx.shops.lock(applicationId, shopId)
    if (!shop) throw new Problem('shop_not_found')
    const taken: Taken = message
      ? await takeEvents({ tx, recorder, mailQueue, shop, now, ...source }, message.events)
      : { outcome: 'unreadable', orderRef: null, keys: [] }
    const { eventRef = '', event = '' } = message ?? {}
    const { outcome, orderRef } = taken
    const call = { eventRef, event, outcome, orderRef, ms: elapsedMs(), createdAt: now, body }
    await tx.shopCalls.insert(applicationId, shopId, call)
    await tx.shops.called(applicationId, shopId, now)
    return taken
  })
  bus.publishChange(applicationId, ['order', 'license'])
  return taken
}
