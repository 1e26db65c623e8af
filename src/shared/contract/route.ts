import type { z } from 'zod'
import type { TokenAction } from '../token-actions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anybody, a signed-in dashboard user, whoever sends the admin key or is signed in, or a program that
 * sends an application's API key.
 */
export type RouteAuth = 'none' | 'session' | 'admin' | 'api-key'

/** What a call may do many times as much work in as others: each kind has a limit of its own. */
export type CostlyCall = 'export' | 'bulk'

/** One call of the API as plain data. Everything else (validation, types, OpenAPI, client) derives from it. */
export interface RouteDef {
  readonly auth: RouteAuth
  /**
   * What a management token must be allowed to do to make this call; `none`: no token makes it. Every route of a session
   * states it, and one that does not is out of a token's reach.
   */
  readonly token?: TokenAction | 'none'
  /** The answer holds only what a token may see; elsewhere a token for some applications must name one of them. */
  readonly isFilteredByToken?: true
  /** Creates something, and takes an `Idempotency-Key`: a repeated call answers the same and creates nothing more. */
  readonly isIdempotent?: true
  /** Reads or changes any number of rows, so that it is limited more narrowly than other calls. */
  readonly cost?: CostlyCall
  /** One line for the OpenAPI document. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What a success answers. Fields that it does not name are dropped on the way out. */
  readonly reply: z.ZodType
  /** A list: the body is an array, paging travels in `Link` and `X-Total-Count`. */
  readonly isList?: true
}

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
/** What a caller sends: the same as it travels on the wire. */
export type Sent<D> = Input<D, 'params'> & Input<D, 'query'> & Input<D, 'body'>
/** What a handler returns. */
export type Returned<D> = D extends { readonly reply: infer S extends z.ZodType } ? z.output<S> : never
/** What a caller receives. */
export type Received<D> = D extends { readonly reply: infer S extends z.ZodType } ? z.input<S> : never
