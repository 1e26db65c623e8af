import * as texts from '../texts/api.ts'
export interface ApiErrorParts {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Message per field of the request. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly requestId?: string | undefined
  /** The response body when it isn't JSON. */
  readonly rawText?: string | undefined
  /** From `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * Any unsuccessful response. `message` can be shown as it is, with the wait when the server names one: `Rate limit
 * exceeded. Try again in 12 s.`
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The server's message without the wait. */
  readonly refusal: string
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly rawText: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor({ status, code, message, fields, requestId, rawText, retryAfterSeconds }: ApiErrorParts) {
    const isSoon = retryAfterSeconds !== undefined && (status === 429 || status === 503)
    super(isSoon ? texts.tryAgainInS(message.replace(/\.$/, ''), retryAfterSeconds) : message)
    this.refusal = message
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.requestId = requestId
    this.rawText = rawText
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Reads an error response by document 2, section 8: the message of the JSON body; without a body, the status code and
 * its text; for any other body, the status code and the raw text.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const body = parseObject(text)
  const plain = `${response.status} ${body === undefined && text !== '' ? text : response.statusText}`.trim()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    code: textOf(body?.code) ?? 'unknown',
    message: textOf(body?.message) ?? plain,
    fields: fieldsOf(body?.fields),
    rawText: body === undefined && text !== '' ? text : undefined,
    requestId: textOf(body?.requestId) ?? textOf(body?.request_id) ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function fieldsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The server's message per field; empty for any other error. `const { name } = fieldErrors(create.error)` */
export function fieldErrors(error: Error | null): Readonly<Record<string, string | undefined>> {
  return error instanceof ApiError ? error.fields : {}
}
