import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { OutcomeCode } from '../outcomes.ts'
import type { Right } from '../rights.ts'
import type { TokenAction } from '../token-actions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Authentication of a route: none, a signed-in dashboard user, the admin key or a signed-in user, an application's API
 * key, or a customer who is signed in to a portal.
 */
export type RouteAuth = 'none' | 'session' | 'admin' | 'api-key' | 'portal'

/** Expensive kinds of requests, each with its own rate limit. */
export type CostlyCall = 'export' | 'bulk'

/** One call of the API as plain data. Validation, types, OpenAPI and the client all derive from it. */
export interface RouteDef {
  /** The name of the call in clients generated from the OpenAPI document: unique, and never changed. */
  readonly name: string
  readonly auth: RouteAuth
  /**
   * The action that a management token must be allowed to do for this call; `none`: no token may make it. Every route
   * with a session states it; a route without it is not available to tokens.
   */
  readonly token?: TokenAction | 'none'
  /**
   * The right to the application that the call is about. Every call about an application states it; where naming one is
   * optional, it holds for the one that is named.
   */
  readonly right?: Right
  /**
   * The response is filtered to what a token may see; for other routes, a token limited to some applications must name
   * one of them.
   */
  readonly isFilteredByToken?: true
  /**
   * Creates something, and takes an `Idempotency-Key`: a repeated request gets the same response and creates nothing
   * more.
   */
  readonly isIdempotent?: true
  /** Reads or changes any number of rows, so its rate limit is lower than that of other calls. */
  readonly cost?: CostlyCall
  /** One line for the OpenAPI document. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The status of a successful response, where it is not 200: 202 for work that goes on after it. */
  readonly status?: 202
  /** The body of a successful response. Fields that the schema does not name are dropped. */
  readonly reply: z.ZodType
  /** A list: the body is an array, paging is in `Link` and `X-Total-Count`. */
  readonly isList?: true
  /** The content types of a response that is not JSON alone; without it, `application/json`. */
  readonly replyTypes?: readonly ContentType[]
  /** The content types of a body that is a file. */
  readonly bodyTypes?: readonly ContentType[]
  /** The response is a file: one row of it, where it is JSON. */
  readonly fileRow?: z.ZodType
  /** With an API key, this path is that call of the public API. */
  readonly withApiKey?: 'POST /api/v1/login'
  /**
   * Codes with which this call is refused, beside those of every call of its kind (not signed in, no such user …), which
   * `refusalsOf` adds. The tests fail for an answer that neither names.
   */
  readonly refuses?: readonly (ErrorCode | OutcomeCode)[]
}

/** What a body or a response is made of. `application/x-ndjson` has one JSON text per line. */
export type ContentType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/x-ndjson'
  | 'text/csv'
  | 'text/plain'
  | 'text/event-stream'
  | 'image/png'
  | 'image/webp'

type RouteKey = `${Method} /${string}`
export type Routes = Readonly<Record<RouteKey, RouteDef>>

type Part = 'params' | 'query' | 'body'
type Output<D, P extends Part> = D extends { readonly [K in P]: infer S extends z.ZodType }
  ? { [K in P]: z.output<S> }
  : unknown
type Input<D, P extends Part> = D extends { readonly [K in P]: infer S extends z.ZodType }
  ? { [K in P]: z.input<S> }
  : unknown

/** What a handler gets: parsed params, query and body. */
export type Parsed<D> = Output<D, 'params'> & Output<D, 'query'> & Output<D, 'body'>
/** The same as a caller sends it, in its wire format. */
export type Sent<D> = Input<D, 'params'> & Input<D, 'query'> & Input<D, 'body'>
/** What a handler returns. */
export type Returned<D> = D extends { readonly reply: infer S extends z.ZodType } ? z.output<S> : never
/** What a caller receives. */
export type Received<D> = D extends { readonly reply: infer S extends z.ZodType } ? z.input<S> : never
