import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Parsed, Returned, RouteDef, Routes } from '../../shared/contract/route.ts'
import { abortReadsWith, withReserve } from '../db/open.ts'
import type { Administrator, Caller } from './auth/authenticate.ts'
import type { PortalCaller } from './auth/portal-caller.ts'
import type { IdempotentTransaction } from './idempotency.ts'
import { type List, sendList } from './streams/paged-list.ts'

type CallerOf<D> = D extends { readonly auth: 'session' }
  ? { readonly caller: Caller }
  : D extends { readonly auth: 'admin' }
    ? { readonly caller: Administrator }
    : D extends { readonly auth: 'portal' }
      ? { readonly caller: PortalCaller }
      : unknown
type Answer<D> = D extends { readonly isList: true }
  ? Returned<D> extends readonly (infer Row)[]
    ? List<Row>
    : never
  : Returned<D>

/** A creation uses `idempotentTransaction` in place of `stores.transaction`: its result is the response. */
type IdempotentTransactionOf<D> = D extends { readonly isIdempotent: true }
  ? { readonly idempotentTransaction: IdempotentTransaction<Answer<D>> }
  : unknown

/** What every handler gets besides the parsed params, query and body of its route. */
interface HttpContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** One handler per route key: a missing, extra or mistyped handler does not compile. */
export type Handlers<R extends Routes> = {
  readonly [K in keyof R]: (
    input: Parsed<R[K]> & CallerOf<R[K]> & IdempotentTransactionOf<R[K]> & HttpContext,
  ) => Promise<Answer<R[K]>> | Answer<R[K]>
}

type AnyHandler = (input: unknown) => unknown

/**
 * Registers every route of a contract with its handler. The contract validates params, query and body, and the response
 * drops fields that it does not name. Authorization is decided before the body is validated.
 */
export function serveRoutes<R extends Routes>(app: FastifyInstance, routes: R, handlers: Handlers<R>): void {
  for (const [key, route] of Object.entries<RouteDef>(routes)) {
    const [method, url] = key.split(' ') as [string, string]
    const handler = handlers[key as keyof R] as AnyHandler
    app.route({
      method,
      url,
      schema: schemaOf(route),
      config: {
        auth: route.auth,
        contract: key,
        token: route.token,
        right: route.right,
        isFilteredByToken: route.isFilteredByToken,
        isIdempotent: route.isIdempotent,
        cost: route.cost,
      },
      handler: async (request, reply) => {
        const caller = request.caller ?? request.administrator ?? request.portalCaller
        const input = { ...partsOf(request, route), caller, request, reply }
        if (route.isIdempotent) {
          const answer = await app.idempotency.answer(request, reply, route, async (idempotentTransaction) =>
            handler({ ...input, idempotentTransaction }),
          )
          // committing many rows held the event loop; it is not held for encoding them in the same turn
          if (Array.isArray(answer)) await setImmediate()
          return answer
        }
        if (route.status) reply.code(route.status)
        const answer = await runAs(method, url, reply, () => handler(input))
        return route.isList ? sendList(request, reply, route, answer as List<unknown>) : answer
      },
    })
  }
}

/** What only reads ends when its reader goes away. What helps on a full disk may use the last space of it. */
function runAs(method: string, url: string, reply: FastifyReply, work: () => unknown): unknown {
  if (changesNothing(method, url)) return forReader(reply, work)
  return method === 'DELETE' || url.startsWith('/api/auth/') ? withReserve(work) : work()
}

const changesNothing = (method: string, url: string) => method === 'GET' || url.endsWith('/preview')

/** What nobody waits for any more is not read: the reads of the work end when its reader goes away. */
function forReader(reply: FastifyReply, work: () => unknown): unknown {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return abortReadsWith(gone.signal, work)
}

function schemaOf(route: RouteDef): Record<string, unknown> {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    // A list is serialized row by row, since it may be streamed.
    response: { [route.status ?? 200]: route.reply satisfies z.ZodType },
  }
}

function partsOf(request: FastifyRequest, route: RouteDef): Record<string, unknown> {
  return {
    ...(route.params && { params: request.params }),
    ...(route.query && { query: request.query }),
    ...(route.body && { body: request.body }),
  }
}
