import { sign as signBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../../../shared/errors.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../store/index.ts'
import { clientIp } from '../client-ip.ts'
import { clientRefusal } from '../client-refusal.ts'
import { isClientRequest } from '../error-handler.ts'
import type { Limiters } from '../limits/limiters.ts'
import { openKeyMaker } from './key-maker.ts'
import type { KeyPairs } from './key-pairs.ts'
import { type KeyRing, openKeyRing, type UsableKey } from './key-ring.ts'
import { isBodyKnown, type SignatureRequest, signatureRequest } from './signature-request.ts'
import { signatureText } from './signature-text.ts'

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

const signInThreadPool = promisify(signBytes)

function openAnswerSigner({ keyRing, clock, limiters, publicPath }: AnswerSignerDeps): AnswerSigner {
  const refusals = limiters.window('signedRefusals')
  let waiting = 0

  const keyFor = ({ applicationId, pinnedIds }: SignatureRequest) =>
    applicationId === undefined ? undefined : keyRing.keyFor(applicationId, pinnedIds)

  /** Undefined: too many wait. */
  const signed = async (text: string, key: UsableKey): Promise<Buffer | undefined> => {
    if (waiting >= maxWaiting) return undefined
    waiting += 1
    try {
      return await signInThreadPool('sha256', Buffer.from(text), key.privateKey)
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

interface SigningDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
  readonly keyPairs: KeyPairs
  readonly limiters: Limiters
  readonly config: { readonly publicPath: string }
}

/** Everything that signed answers need, put together. */
export function openSigning({ stores, clock, log, keyPairs, limiters, config }: SigningDeps) {
  const keyRing = openKeyRing(stores, keyPairs, clock)
  return {
    keyPairs,
    keyRing,
    keyMaker: openKeyMaker({ stores, keyRing, keyPairs, log }),
    signer: openAnswerSigner({ keyRing, clock, limiters, publicPath: config.publicPath }),
  }
}

type FindApplication = (request: FastifyRequest) => Promise<number | undefined>

/**
 * Signs what the error handler answers to a maker's program. The answers of the calls themselves never come here: they
 * go past Fastify's reply, signed or not. Called before the routes it is for; nothing may touch the bytes behind it.
 */
export function signErrorResponses(app: FastifyInstance, findApplication: FindApplication, signer: AnswerSigner): void {
  const signErrorResponse = async (request: FastifyRequest, reply: FastifyReply, text: string): Promise<string> => {
    const asked = signatureRequest(request)
    if (!asked || asked === 'malformed' || !isClientRequest(request) || !isBodyKnown(request)) return text
    asked.applicationId = await findApplication(request)
    if (asked.applicationId === undefined) return text
    const signed = await signer.sign(request, asked, { status: reply.statusCode, text, headers: {} })
    reply.status(signed.status).headers(signed.headers)
    return signed.text
  }
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.headers['x-nonce'] === undefined || typeof payload !== 'string') return payload
    // A fault of signing itself must not keep the answer from going out.
    return signErrorResponse(request, reply, payload).catch(() => payload)
  })
}
