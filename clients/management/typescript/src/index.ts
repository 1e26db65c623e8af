import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { idempotentCalls } from './idempotent-calls.ts'
import type { components, paths } from './schema.ts'
import { type Send, sendRepeatedly } from './send-repeatedly.ts'

export type { paths } from './schema.ts'

/** A type of the API by its name: `Schema<'License'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The body of a refusal; branch on its `code`. */
export type Problem = Schema<'Problem'>

export interface ManagementOptions {
  /** The address of the server: `https://licenses.example.com`. */
  readonly origin: string
  /** A management token (`kwt_…`) of the account settings. Keep it on servers: no shipped program may hold it. */
  readonly token: string
  /** How often a call that is safe to repeat is sent again when its answer was lost or the server is busy: 2. */
  readonly retries?: number
  /** How long one try may take: 30 s. */
  readonly timeoutMs?: number
  /** What sends a request, where it is not the platform's `fetch`. */
  readonly fetch?: Send
}

interface List<Query, Row> {
  get: { parameters: { query?: Query }; responses: { 200: { content: { 'application/json': Row[] } } } }
}
type RowOf<Path> = Path extends List<infer Query, infer Row> ? (TakesCursor<Query> extends true ? Row : never) : never
/** A list without a query has `never` for it. */
type TakesCursor<Query> = [NonNullable<Query>] extends [never] ? false : 'cursor' extends keyof Query ? true : false
/** Rows of a list that has pages, by the path of the list. */
type Rows = { [P in keyof paths as [RowOf<paths[P]>] extends [never] ? never : P]: RowOf<paths[P]> }
type ListPath = keyof Rows
type ListParameters<P extends ListPath> = Pick<paths[P]['get']['parameters'], 'path' | 'query'>

export interface Management extends Client<paths> {
  /**
   * Every row of a list, page after page.
   * `for await (const user of api.rows('/api/applications/{id}/users', { path: { id: 7 } }))`
   */
  rows<P extends ListPath>(path: P, parameters: ListParameters<P>): AsyncGenerator<Rows[P], void, undefined>
}

/** A refused call, as `orThrow` and `rows` throw it. */
export class ManagementError extends Error {
  override readonly name = 'ManagementError'
  readonly status: number
  /** What the server said; undefined when something in front of it answered. */
  readonly problem: Problem | undefined

  constructor(status: number, body: unknown) {
    const problem = isProblem(body) ? body : undefined
    super(problem === undefined ? `The server answered ${status}` : `${problem.code}: ${problem.message}`)
    this.status = status
    this.problem = problem
  }
}

const isProblem = (body: unknown): body is Problem => typeof body === 'object' && body !== null && 'code' in body

interface Result<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** What a call returned; throws a `ManagementError` if it was refused. */
export function orThrow<Data>({ data, error, response }: Result<Data>): NonNullable<Data> {
  if (data === undefined || data === null) throw new ManagementError(response.status, error)
  return data
}

/** The calls of the management API by their paths, typed: `api.GET(…)`, `api.POST(…)`. */
export function createManagementClient(options: ManagementOptions): Management {
  const { origin, token, retries = 2, timeoutMs = 30_000, fetch: send = (request) => fetch(request) } = options
  const client = createClient<paths>({
    baseUrl: origin.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}` },
    // An answer of another address would be read with the token.
    redirect: 'error',
    fetch: sendRepeatedly(send, { retries, timeoutMs }),
  })
  client.use(ownKey)

  async function* rows<P extends ListPath>(path: P, { path: ids, query }: ListParameters<P>) {
    const list = client.GET as unknown as (path: string, init: object) => Promise<Result<Rows[P][]>>
    let cursor: string | undefined
    do {
      const params = { path: ids, query: { limit: 500, ...query, ...(cursor !== undefined && { cursor }) } }
      const result = await list(path, { params })
      yield* orThrow(result)
      cursor = nextCursor(result.response)
    } while (cursor !== undefined)
  }
  return { ...client, rows }
}

/** One key per call, whatever happens to its answer: the repeated call creates nothing more. */
const ownKey: Middleware = {
  onRequest({ request, schemaPath }) {
    if (!idempotentCalls.has(`${request.method} ${schemaPath}`) || request.headers.has('idempotency-key')) return
    request.headers.set('idempotency-key', crypto.randomUUID())
  },
}

function nextCursor({ headers, url }: Response): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, url).searchParams.get('cursor') ?? undefined)
}
