import type { ResourceKind, Tenant } from './tenant.ts'

/** How a valid request of a route looks, and where in it ids stand. */
export interface RouteCase {
  /** What each id of the path names. */
  readonly path?: Readonly<Record<string, ResourceKind>>
  /** What stands in the path and is no id. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The same for ids in the query, and by their place in the body (`selection.ids.0`). */
  readonly query?: Readonly<Record<string, ResourceKind>>
  readonly body?: Readonly<Record<string, ResourceKind>>
  /** Fields that look like ids and name things of a shop. */
  readonly references?: readonly string[]
  /** Ids by which rows are only looked for: a foreign one finds nothing, exactly as a missing one. */
  readonly filters?: readonly string[]
  /** What a query needs beside its ids. */
  readonly search?: Readonly<Record<string, string>>
  /** A body that the contract accepts, for the tenant who makes the call. */
  readonly send?: (own: Tenant) => Readonly<Record<string, unknown>>
  /** A body that is a file. */
  readonly file?: { readonly type: string; readonly text: string }
}
