import { hash } from 'node:crypto'

/** The request and the response that a signature covers. */
export interface SignedExchange {
  readonly method: string
  /** As the client sees it: with the prefix that a proxy removes, without the query. */
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
 * The only template of signed responses (RFC 9421 with rsa-v1_5-sha256). Returns the value of `lic=` in
 * `Signature-Input`, the digest of the response body, and the text to sign. Nothing is negotiated; clients compare
 * text.
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
