import { sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../../../shared/errors.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { SettingsFreshness } from '../../store/hot/settings-freshness.ts'
import type { Stores } from '../../store/index.ts'
import { clientIp } from '../client-ip.ts'
import { clientRefusal, jsonAnswer, type WireAnswer } from '../client-response.ts'
import { isClientRequest } from '../error-handler.ts'
import type { Limiters } from '../limits/limiters.ts'
import { openKeyMaker } from './key-maker.ts'
import type { KeyPairs } from './key-pairs.ts'
import { type KeyRing, openKeyRing, type UsableKey } from './key-ring.ts'
import { isBodyKnown, type SignatureRequest, signatureRequest } from './signature-request.ts'
import { signatureText } from './signature-text.ts'

/** Signs responses of the public API with the keys of their application. */
export interface AnswerSigner {
  /**
   * Adds the signature; afterwards bytes and status must not change. A signature costs a quarter of a millisecond, so a
   * flood of rejections gets an unsigned 429, and a full queue an unsigned 503.
   */
  sign(request: FastifyRequest, asked: SignatureRequest, answer: WireAnswer): Promise<WireAnswer>
  /** Signs a text inside a response, such as a lease; undefined where the response will not be signed either. */
  signText(asked: SignatureRequest, text: (keyId: string) => string): Promise<SignedText | undefined>
  /**
   * The key that would sign, for a text that is known in the middle of a transaction. It signs at once, which takes a
   * millisecond in which nothing else runs: for what people ask for now and then.
   */
  textSigner(applicationId: number, pinnedIds: string): Promise<TextSigner | undefined>
}

interface TextSigner {
  readonly keyId: string
  sign(text: string): Buffer
}

interface SignedText {
  readonly text: string
  readonly signature: Buffer
}

interface AnswerSignerDeps {
  readonly keyRing: KeyRing
  readonly clock: Clock
  readonly limiters: Limiters
  /** Path prefix that a proxy removes: '' or '/auth'. */
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

  /** Undefined: the queue is full. */
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
    async textSigner(applicationId, pinnedIds) {
      const key = await keyRing.keyFor(applicationId, pinnedIds)
      return key && { keyId: key.id, sign: (text) => signBytes('sha256', Buffer.from(text), key.privateKey) }
    },
  }
}

/** An unsigned response in place of one that can't be signed now. */
function unsigned(code: ErrorCode, request: FastifyRequest, retryAfterSeconds: number): WireAnswer {
  const [status, message] = errors[code]
  return jsonAnswer(status, clientRefusal(code, message, request.id), retryAfterSeconds)
}

/** The path without the query. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

interface SigningDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly freshness: SettingsFreshness
  readonly log: Log
  readonly keyPairs: KeyPairs
  readonly limiters: Limiters
  readonly config: { readonly publicPath: string }
}

/** Assembles what signed responses need. */
export function openSigning({ stores, clock, freshness, log, keyPairs, limiters, config }: SigningDeps) {
  const keyRing = openKeyRing(stores, keyPairs, clock, freshness)
  return {
    keyPairs,
    keyRing,
    keyMaker: openKeyMaker({ stores, keyRing, keyPairs, log }),
    signer: openAnswerSigner({ keyRing, clock, limiters, publicPath: config.publicPath }),
  }
}

type FindApplication = (request: FastifyRequest) => Promise<number | undefined>

/**
 * Signs error responses of the public API; other responses of it bypass Fastify's reply and are signed there. Call it
 * before its routes are registered; nothing may change the bytes afterwards.
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
    // If signing fails, the response goes out unsigned.
    return signErrorResponse(request, reply, payload).catch(() => payload)
  })
}
