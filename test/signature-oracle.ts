import { createPublicKey, hash, verify } from 'node:crypto'
import { httpbis } from 'http-message-signatures'

/** An exchange as a client sees it. Bodies are the bytes themselves. */
export interface SeenExchange {
  readonly method: string
  readonly path: string
  readonly nonce: string
  readonly requestBody: string
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

const digestOf = (body: string) => `sha-256=:${hash('sha256', body, 'base64')}:`

/**
 * Verifies a signed answer by an independent library (RFC 9421). It reads the components from the answer, so what the
 * answer must cover is asked here: our clients demand the one template.
 */
export async function isRightlySigned(seen: SeenExchange, publicKey: string): Promise<boolean> {
  const { method, path, requestBody, status, body, headers } = seen
  if (headers['content-digest'] !== digestOf(body)) return false
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const request = {
    method,
    url: `https://licenses.example.com${path}`,
    headers: { 'content-digest': digestOf(requestBody) },
  }
  const response = { status, headers: headers as Record<string, string> }
  let nonce: unknown
  const isVerified = await httpbis.verifyMessage(
    {
      keyLookup: async (parameters) => {
        nonce = parameters.nonce
        return {
          algs: ['rsa-v1_5-sha256'],
          verify: async (data, signature) => verify('sha256', data, key, signature),
        }
      },
      requiredFields: ['@status', 'content-digest', '@method', '@path'],
      requiredParams: ['created', 'keyid', 'alg', 'nonce', 'tag'],
      tolerance: 1e12,
    },
    response,
    request,
  )
  return isVerified === true && nonce === seen.nonce
}

/** The key id that an answer names. */
export function keyIdOf(headers: SeenExchange['headers']): string | undefined {
  return /;keyid="([^"]*)"/.exec(String(headers['signature-input'] ?? ''))?.[1]
}
