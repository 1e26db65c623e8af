import type { FastifyRequest } from 'fastify'
import { contentDigest } from './signature-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, of a request that asks for a signed answer. */
    rawBody?: string
  }
}

/** What a request with `X-Nonce` asks for. */
export interface SignatureRequest {
  readonly nonce: string
  /** `X-Key-Id`: the keys that the program pins. */
  readonly pinnedIds: string | undefined
  /** The body does not have the digest that came with it. */
  readonly isBodyChanged: boolean
  /** Known once the API key was matched: only then is there a key to sign with. */
  applicationId: number | undefined
}

const noncePattern = /^[A-Za-z0-9_-]{16,64}$/

export const malformedNonce = 'X-Nonce must be 16 to 64 letters, digits, dashes or underscores'
export const changedBody = 'Content-Digest does not match the body'

/** Undefined: the request asks for no signature, and nothing of it costs anything. */
export function signatureRequest(request: FastifyRequest): SignatureRequest | 'malformed' | undefined {
  const nonce = request.headers['x-nonce']
  if (nonce === undefined) return undefined
  if (typeof nonce !== 'string' || !noncePattern.test(nonce)) return 'malformed'
  const { 'x-key-id': pinned, 'content-digest': digest } = request.headers
  return {
    nonce,
    pinnedIds: typeof pinned === 'string' ? pinned : undefined,
    // Compared as a text: a generic verifier computes with the header as it was sent.
    isBodyChanged: digest !== undefined && digest !== contentDigest(request.rawBody ?? ''),
    applicationId: undefined,
  }
}

/** Whether the request's body is known: one that was too large, or of another type, was never read. */
export function isBodyKnown({ headers, rawBody }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return rawBody !== undefined || !hasBody
}
