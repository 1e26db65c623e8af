import type { FastifyRequest } from 'fastify'
import { contentDigest } from './signature-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Raw body of a request that asks for a signed response. */
    rawBody?: string
  }
}

/** What a request with `X-Nonce` asks for. */
export interface SignatureRequest {
  readonly nonce: string
  /** `X-Key-Id`: the keys that the client pins. */
  readonly pinnedIds: string | undefined
  /** The body does not match its `Content-Digest`. */
  readonly isBodyChanged: boolean
  /** Set when the API key is found: only then is there a key to sign with. */
  applicationId: number | undefined
}

const noncePattern = /^[A-Za-z0-9_-]{16,64}$/

export const malformedNonce = 'X-Nonce must be 16 to 64 letters, digits, dashes or underscores'
export const changedBody = 'Content-Digest does not match the body'

/** Undefined: no signature requested, at no further cost. */
export function signatureRequest(request: FastifyRequest): SignatureRequest | 'malformed' | undefined {
  const nonce = request.headers['x-nonce']
  if (nonce === undefined) return undefined
  if (typeof nonce !== 'string' || !noncePattern.test(nonce)) return 'malformed'
  const { 'x-key-id': pinned, 'content-digest': digest } = request.headers
  return {
    nonce,
    pinnedIds: typeof pinned === 'string' ? pinned : undefined,
    // Compared as text: generic verifiers use the header as it was sent.
    isBodyChanged: digest !== undefined && digest !== contentDigest(request.rawBody ?? ''),
    applicationId: undefined,
  }
}

/** Whether the raw body is known: a body that was too large or of another type was never read. */
export function isBodyKnown({ headers, rawBody }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return rawBody !== undefined || !hasBody
}
