import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { type ConnectOptions, connector, ReceiverRefused } from './connect.ts'

/** A complete request to a receiver. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The result of a request. */
export interface SendResult extends ResponseStart {
  /** null: no response. */
  readonly code: number | null
  readonly ms: number
  /** null: the receiver accepted it. */
  readonly error: string | null
  /** `Retry-After` as the receiver sent it. */
  readonly retryAfter: string | null
}

export interface Sender {
  /** Never rejects: every failure is a result. */
  send(outgoing: OutgoingRequest): Promise<SendResult>
  /** Aborts requests in progress. */
  close(): Promise<void>
}

/** Timeout for everything: DNS, connection, response. */
export const sendTimeoutMs = 15_000
const maxHeaderBytes = 16 * 1024

/**
 * An HTTP client for webhooks only: it follows no redirects, ignores proxy environment variables, decompresses nothing,
 * and connects through the connector that checks every address (SSRF).
 */
export function openSender(options: Omit<ConnectOptions, 'timeoutMs'> & { readonly timeoutMs?: number }): Sender {
  const timeoutMs = options.timeoutMs ?? sendTimeoutMs
  const agent = new Agent({
    connect: connector({ ...options, timeoutMs }),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 1,
  })
  return {
    async send({ url, headers, body }) {
      const startMs = performance.now()
      const ms = () => Math.round(performance.now() - startMs)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
        const retryAfter = answer.headers['retry-after']
        const read = await readResponseStart(answer.body)
        return {
          ...read,
          code: answer.statusCode,
          ms: ms(),
          error: statusError(answer.statusCode),
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        }
      } catch (error) {
        return { code: null, ms: ms(), error: sendErrorText(error, timeoutMs), retryAfter: null, answer: null }
      }
    },
    close: () => agent.destroy(),
  }
}

function statusError(code: number): string | null {
  if (code >= 200 && code < 300) return null
  return code >= 300 && code < 400 ? `Response ${code}. Redirects aren't followed.` : `Response ${code}.`
}

interface ResponseStart {
  /** The first 2 KiB of the body as text. */
  readonly answer: string | null
}

const maxBytes = 2048

/** Reads the first 2 KiB of the response and closes the connection. An incomplete response is kept as far as it came. */
async function readResponseStart(body: Readable): Promise<ResponseStart> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // The status decides, and it has arrived.
  }
  body.destroy()
  return { answer: printable(Buffer.concat(chunks).subarray(0, maxBytes)) }
}

/** Any bytes as text that both databases can store. */
function printable(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused.',
  ECONNRESET: 'Connection lost.',
  EPIPE: 'Connection lost.',
  UND_ERR_SOCKET: 'Connection lost.',
  EHOSTUNREACH: "The endpoint can't be reached.",
  ENETUNREACH: "The endpoint can't be reached.",
  ENOTFOUND: 'Host name not found.',
  ENODATA: 'The host name has no IP address.',
  EAI_AGAIN: "The DNS servers didn't respond.",
  UND_ERR_HEADERS_OVERFLOW: 'The response has too many headers.',
  UND_ERR_DESTROYED: 'This server was stopped.',
  UND_ERR_CLOSED: 'This server was stopped.',
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
])

/** Why there was no response. Contains no part of the URL, which may be secret, except a rejected address or port. */
function sendErrorText(error: unknown, timeoutMs: number): string {
  if (error instanceof ReceiverRefused) return error.message
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError' || timeouts.has(code ?? '')) {
    return `No response within ${timeoutMs / 1000} s.`
  }
  if (code !== undefined) return sentences[code] ?? `The connection failed (${code}).`
  return isNameServerCode(message) ? `The DNS lookup failed (${message}).` : 'The connection failed.'
}

/** `openResolve` throws errors whose message consists of codes. */
const isNameServerCode = (message: string) => /^[A-Z_ ]{1,80}$/.test(message)
