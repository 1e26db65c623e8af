import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteDef } from '../../shared/contract/route.ts'
import { giveWay } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import { slicesOf } from '../lib/slices.ts'
import { hashToken } from '../lib/tokens.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { StoredResponse } from '../store/installation/idempotency-keys.ts'
import { findApplication, namedApplication } from './auth/application-access.ts'
import type { Caller } from './auth/authenticate.ts'
import { Problem } from './problem.ts'

/**
 * Runs the transaction of a creation. Its result is the response, stored with the effect where an idempotency key was
 * sent.
 */
export type IdempotentTransaction<T> = <R extends T>(job: (tx: StoreSet) => Promise<R>) => Promise<R>

declare module 'fastify' {
  interface FastifyRequest {
    /** Hash of the request, so that one key is not used for two requests; only where a key was sent. */
    fingerprint?: string
  }
  interface FastifyInstance {
    idempotency: Idempotency
  }
  interface FastifyContextConfig {
    isIdempotent?: boolean | undefined
  }
}

interface Idempotency {
  answer<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    route: RouteDef,
    run: (idempotentTransaction: IdempotentTransaction<T>) => Promise<T>,
  ): Promise<T | FastifyReply>
}

const replayableMs = 24 * 60 * 60 * 1000
/** A millisecond or two. */
const rowsEncodedAtOnce = 50
const keyPattern = /^[!-~]{1,255}$/

/** A concurrent request used the key first: rolls the transaction back. */
class KeyAlreadyUsed extends Error {}

/**
 * Idempotency for creations: repeated with the same `Idempotency-Key` within 24 hours, a request gets its first
 * response and creates nothing more, if the caller is still allowed to make it. Key, effect and response are one
 * transaction, so a crash leaves all three or none. A rejected request stores nothing: it may be corrected and sent
 * again.
 */
export function enableIdempotency(app: FastifyInstance, { stores, clock }: { stores: Stores; clock: Clock }): void {
  const inFlight = new Set<string>()

  // The raw body, before the schema transforms it (dates, for example).
  app.addHook('preValidation', async (request) => {
    const { isIdempotent } = request.routeOptions.config
    if (!isIdempotent || request.headers['idempotency-key'] === undefined) return
    request.fingerprint = hashToken(`${request.method} ${request.url}\n${JSON.stringify(request.body) ?? ''}`)
  })

  /** Replays only if the caller is still allowed to make the request: stored responses must not outlive lost rights. */
  const replay = async (request: FastifyRequest, reply: FastifyReply, caller: Caller, kept: StoredResponse) => {
    if (kept.fingerprint !== request.fingerprint) throw new Problem('idempotency_reused')
    const applicationId = namedApplication(request)
    const { right = 'manage' } = request.routeOptions.config
    if (applicationId !== undefined) await findApplication(stores, caller, applicationId, right)
    return send(reply.header('idempotency-replayed', 'true'), kept.answer)
  }

  const idempotency: Idempotency = {
    async answer(request, reply, route, run) {
      const { caller, fingerprint } = request
      if (!caller || fingerprint === undefined) return run((job) => stores.transaction(job))
      const keyHash = hashToken(`${principalOf(caller)}\n${keyOf(request)}`)
      if (inFlight.has(keyHash)) throw new Problem('idempotency_in_flight', { retryAfterSeconds: 1 })
      inFlight.add(keyHash)
      try {
        const now = clock.now()
        const staleBefore = new Date(now.getTime() - replayableMs)
        const before = await stores.idempotencyKeys.find(keyHash, staleBefore)
        if (before) return await replay(request, reply, caller, before)
        let text = ''
        try {
          await run((job) =>
            stores.transaction(async (tx) => {
              await tx.idempotencyKeys.removeStale(staleBefore)
              if (!(await tx.idempotencyKeys.claim(keyHash, fingerprint, now))) throw new KeyAlreadyUsed()
              const answer = await job(tx)
              text = await encodeAnswer(route.reply, answer)
              await tx.idempotencyKeys.saveResponse(keyHash, text)
              return answer
            }),
          )
        } catch (error) {
          if (!(error instanceof KeyAlreadyUsed)) throw error
          const first = await stores.idempotencyKeys.find(keyHash, staleBefore)
          if (!first) throw new Problem('idempotency_in_flight', { retryAfterSeconds: 1 })
          return await replay(request, reply, caller, first)
        }
        return send(reply, text)
      } finally {
        inFlight.delete(keyHash)
      }
    },
  }
  app.decorate('idempotency', idempotency)
}

/** A long list in parts: a thousand licenses take 15 ms. */
async function encodeAnswer(reply: RouteDef['reply'], answer: unknown): Promise<string> {
  if (!(reply instanceof z.ZodArray && Array.isArray(answer))) return JSON.stringify(z.encode(reply, answer))
  const texts: string[] = []
  for (const part of slicesOf(answer, rowsEncodedAtOnce)) {
    if (texts.length > 0) await giveWay()
    const text = JSON.stringify(z.encode(reply, [...part]))
    texts.push(text.slice(1, -1))
  }
  return `[${texts.join(',')}]`
}

/** Each token has its own keys, so two scripts of one account never collide. */
const principalOf = ({ accountId, token }: Caller) => (token ? `token ${token.id}` : `account ${accountId}`)

function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && keyPattern.test(key)) return key
  const message = 'Idempotency-Key must be 1 to 255 printable characters without spaces'
  throw new Problem('invalid_request', { message })
}

/** Sends the stored bytes. */
function send(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(text)
}
