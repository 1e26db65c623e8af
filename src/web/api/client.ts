import type { Api } from '../../shared/contract/index.ts'
import type { Received, Sent } from '../../shared/contract/route.ts'
import { accessDoubt } from '../session/access-doubt.ts'
import { pageAccount } from '../session/page-account.ts'
import { reportSessionExpired } from '../session/session-expiry.ts'
import { ApiError, readApiError } from './api-error.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { type Page, readPage } from './page.ts'
import { requestTarget, type SentParts } from './request-target.ts'

/** An endpoint of the contract: `'GET /api/applications/:id'`. */
export type ApiKey = keyof Api

/** An endpoint that returns a paged list. */
export type ListKey = { [K in ApiKey]: Api[K] extends { readonly isList: true } ? K : never }[ApiKey]

/** Params, query and body of an endpoint. */
export type ApiInput<K extends ApiKey> = Sent<Api[K]>

/** The response type of an endpoint. */
export type ApiReply<K extends ApiKey> = Received<Api[K]>

/** One row of a list. */
export type ApiRow<K extends ListKey> = ApiReply<K> extends readonly (infer Row)[] ? Row : never

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as the raw body instead of JSON. */
  readonly file?: Blob
}

/** Endpoints without input can be called without an argument. */
type Arguments<K extends ApiKey> =
  Record<never, never> extends ApiInput<K>
    ? [input?: ApiInput<K> | undefined, options?: CallOptions]
    : [input: ApiInput<K>, options?: CallOptions]

/**
 * Calls the server, typed by the contract. Throws `ApiError` for error responses and lost connections.
 * `await api('PATCH /api/applications/:id', { params: { id: '7' }, body: { name } })`
 */
export async function api<K extends ApiKey>(key: K, ...[input, options]: Arguments<K>): Promise<ApiReply<K>> {
  const idempotency = idempotencyKeyOf(key, input)
  const headers = { ...(idempotency && { 'idempotency-key': idempotency.key }), ...options?.headers }
  const response = await send(key, input ?? {}, { ...options, headers })
  const reply = await readJson(response)
  idempotency?.succeeded()
  // The server validates each response against the same contract.
  return reply as ApiReply<K>
}

/**
 * One page of a list. The next: `query: { cursor: page.next }`.
 * `await apiList('GET /api/applications/:id/users', { params: { id: '7' }, query: { limit: '200' } })`
 */
export async function apiList<K extends ListKey>(key: K, ...[input, options]: Arguments<K>): Promise<Page<ApiRow<K>>> {
  const response = await send(key, input ?? {}, options)
  return readPage((await readJson(response)) as ApiRow<K>[], response.headers)
}

/** Like `api`, but 401 returns null. `await apiOrNull('GET /api/auth/user')` */
export async function apiOrNull<K extends ApiKey>(key: K, ...rest: Arguments<K>): Promise<ApiReply<K> | null> {
  try {
    return await api(key, ...rest)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Returns a successful response unread. Screens use `api`, `apiList` or `apiLines`. */
export async function send(key: string, input: SentParts, options: CallOptions = {}): Promise<Response> {
  const { method, path } = requestTarget(key, input)
  const hasBody = input.body !== undefined
  const account = pageAccount.get()
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(account !== undefined && { 'x-account': String(account) }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(hasBody && { body: JSON.stringify(input.body) }),
    ...(options.file !== undefined && { body: options.file }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError({
      status: 0,
      code: 'unreachable',
      message: "Can't reach the server. Check your connection and try again. Check your connection.",
    })
  })
  if (response.ok) return response
  const error = await readApiError(response)
  if (account !== undefined) handleSessionError(error)
  if (isAboutRights(error) && key !== rightsKey) accessDoubt.report()
  throw error
}

/** Session ended: open the sign-in over the page. Another account signed in: reload. */
function handleSessionError({ code }: ApiError): void {
  if (code === 'not_signed_in') reportSessionExpired()
  if (code === 'other_account') location.reload()
}

/** The answer that holds the viewer's rights; asked again, it must not cast doubt on itself. */
const rightsKey: ApiKey = 'GET /api/applications/:id'

const isAboutRights = ({ code }: ApiError) => code === 'application_not_found' || code === 'permission_missing'

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const copy = response.clone()
  return response.json().catch(async () => {
    throw new ApiError({
      status: response.status,
      code: 'unreadable',
      message: `${response.status} ${await copy.text()}`,
    })
  })
}
