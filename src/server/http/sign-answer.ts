import { sign as signBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { ipLimiterKey } from '../lib/canonical.ts'
import type { Clock } from '../lib/clock.ts'
import { clientIp } from './client-ip.ts'
import { clientRefusal } from './client-reply.ts'
import type { Limiters } from './limiters.ts'
import type { KeyRing, UsableKey } from './sign-answer/key-ring.ts'
import type { SignatureRequest } from './sign-answer/signature-request.ts'
import { signatureText } from './sign-answer/signature-text.ts'

/** An answer as it goes out. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  readonly headers: OutgoingHttpHeaders
}

/** Signs answers of the public API with the keys of their application. */
export interface AnswerSigner {
  /**
   * The answer with its signature: nothing may change its bytes or status from here on. A flood of refusals gets 429,
   * more signatures than wait at most get 503, both unsigned, since each signature costs a quarter of a millisecond.
   */
  sign(request: FastifyRequest, asked: SignatureRequest, answer: WireAnswer): Promise<WireAnswer>
  /** Signs a text that is part of an answer; undefined where the answer will not be signed either. */
  signText(asked: SignatureRequest, text: (keyId: string) => string): Promise<SignedText | undefined>
}

interface SignedText {
  readonly text: string
  readonly signature: Buffer
}

interface AnswerSignerDeps {
  readonly keyRing: KeyRing
  readonly clock: Clock
  readonly limiters: Limiters
  /** What a proxy takes away from the path that clients see: '' or '/auth'. */
  readonly publicPath: string
}

const maxWaiting = 256
const busyRetrySeconds = 2

const inThreadPool = promisify(signBytes)

export function openAnswerSigner({ keyRing, clock, limiters, publicPath }: AnswerSignerDeps): AnswerSigner {
  const refusals = limiters.window('signedRefusals')
  let waiting = 0

  const keyFor = ({ applicationId, pinnedIds }: SignatureRequest) =>
    applicationId === undefined ? undefined : keyRing.keyFor(applicationId, pinnedIds)

  /** Undefined: too many wait. */
  const signed = async (text: string, key: UsableKey): Promise<Buffer | undefined> => {
    if (waiting >= maxWaiting) return undefined
    waiting += 1
    try {
      return await inThreadPool('sha256', Buffer.from(text), key.privateKey)
    } finally {
      waiting -= 1
    }
  }

  return {
    async sign(request, asked, answer) {
      const key = await keyFor(asked)
      if (!key) return answer
      if (answer.status >= 400) {
        const waitMs = refusals.take(`${asked.applicationId} ${ipLimiterKey(clientIp(request))}`)
        if (waitMs > 0) return unsigned('rate_limited', request, Math.ceil(waitMs / 1000))
      }
      const { digest, params, text } = signatureText({
        method: request.method,
        path: publicPath + pathOf(request.url),
        requestBody: request.rawBody ?? '',
        status: answer.status,
        body: answer.text,
        nonce: asked.nonce,
        keyId: key.id,
        createdAtMs: clock.nowMs(),
      })
      const signature = await signed(text, key)
      if (!signature) return unsigned('unavailable', request, busyRetrySeconds)
      const headers = {
        ...answer.headers,
        'cache-control': 'no-store, no-transform',
        'content-digest': digest,
        'signature-input': `lic=${params}`,
        signature: `lic=:${signature.toString('base64')}:`,
      }
      return { ...answer, headers }
    },
    async signText(asked, text) {
      const key = await keyFor(asked)
      if (!key) return undefined
      const toSign = text(key.id)
      const signature = await signed(toSign, key)
      return signature && { text: toSign, signature }
    },
  }
}

/** An unsigned answer in place of one that can't be signed now. */
function unsigned(code: ErrorCode, request: FastifyRequest, retryAfterSeconds: number): WireAnswer {
  const [status, message] = errors[code]
  return jsonAnswer(status, clientRefusal(code, message, request.id), retryAfterSeconds)
}

/** An answer of the public API on its way out. */
export function jsonAnswer(status: number, body: object, retryAfterSeconds: number | undefined): WireAnswer {
  const text = JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store, no-transform',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status, text, headers }
}

/** What the address names before its query. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
