import { Agent, request } from 'undici'
import { type ConnectOptions, connector } from './connect.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { whyNotSent } from './why-not-sent.ts'

/** A request to a receiver, ready to be sent. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came of it. */
export interface SendResult extends ReadAnswer {
  /** null: there was no answer. */
  readonly code: number | null
  readonly ms: number
  /** null: the receiver took it. */
  readonly error: string | null
  /** `Retry-After` as the receiver sent it. */
  readonly retryAfter: string | null
}

export interface Sender {
  /** Never throws: whatever happens is a result. */
  send(outgoing: OutgoingRequest): Promise<SendResult>
  /** Breaks off what is under way. */
  close(): Promise<void>
}

/** How long a receiver has for everything: name, connection, answer. */
export const sendTimeoutMs = 15_000
const maxHeaderBytes = 16 * 1024

/**
 * Sends webhooks by a client of their own: it follows no redirect, knows no proxy of the environment, unpacks nothing,
 * and dials through the connector that looks at every address.
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
        const read = await readAnswer(answer.body)
        return {
          ...read,
          code: answer.statusCode,
          ms: ms(),
          error: refusalOf(answer.statusCode),
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        }
      } catch (error) {
        return { code: null, ms: ms(), error: whyNotSent(error, timeoutMs), retryAfter: null, answer: null }
      }
    },
    close: () => agent.destroy(),
  }
}

function refusalOf(code: number): string | null {
  if (code >= 200 && code < 300) return null
  return code >= 300 && code < 400 ? `Answered ${code}. Redirects are not followed.` : `Answered ${code}.`
}
