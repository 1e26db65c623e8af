import { hash } from 'node:crypto'

/** The exchange that a signature binds together: what the client sent, and what it gets. */
export interface SignedExchange {
  readonly method: string
  /** As the client sees it: with the prefix that a proxy takes away, without the query. */
  readonly path: string
  readonly requestBody: string
  readonly status: number
  readonly body: string
  readonly nonce: string
  readonly keyId: string
  readonly createdAtMs: number
}

/** `Content-Digest` (RFC 9530) of a body. */
export function contentDigest(body: string): string {
  return `sha-256=:${hash('sha256', body, 'base64')}:`
}

/**
 * The one template of signed answers (RFC 9421 with rsa-v1_5-sha256): the value behind `lic=` in `Signature-Input`, the
 * digest of the answer's body, and the text to sign. Nothing about it is negotiated; clients compare it as text.
 */
export function signatureText(exchange: SignedExchange) {
  const { method, path, requestBody, status, body, nonce, keyId, createdAtMs } = exchange
  const digest = contentDigest(body)
  const params =
    '("@status" "content-digest" "@method";req "@path";req "content-digest";req)' +
    `;created=${Math.floor(createdAtMs / 1000)};keyid="${keyId}";alg="rsa-v1_5-sha256";nonce="${nonce}";tag="lic-v1"`
  const text = [
    `"@status": ${status}`,
    `"content-digest": ${digest}`,
    `"@method";req: ${method}`,
    `"@path";req: ${path}`,
    `"content-digest";req: ${contentDigest(requestBody)}`,
    `"@signature-params": ${params}`,
  ].join('\n')
  return { digest, params, text }
}
