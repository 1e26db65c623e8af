import { type Verdict, verifySignature } from './verify-signature.ts'

export interface TriedLogin {
  readonly apiKey: string
  readonly username: string
  readonly password: string
  readonly version: string
  readonly hwid: string
  /** The server's address for clients. */
  readonly issuer: string
  readonly publicKeys: readonly string[]
}

/** A login request as a client sends it, and its response. */
export interface TriedAnswer {
  readonly status: number
  readonly nonce: string
  /** Response headers by name. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly verdict: Verdict
}

const path = '/api/v1/login'

/** A real login: it counts, is logged, and may bind the hardware ID. */
export async function tryLogin(login: TriedLogin): Promise<TriedAnswer> {
  const { apiKey, username, password, version, hwid, issuer, publicKeys } = login
  const nonce = newNonce()
  const requestBody = JSON.stringify({ username, password, version, ...(hwid !== '' && { hwid }) })
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-nonce': nonce },
    body: requestBody,
  })
  const body = new Uint8Array(await response.arrayBuffer())
  const { status, headers } = response
  const seen = { method: 'POST', path: signedPath(issuer), nonce, requestBody, status, body }
  const signature = { signatureInput: headers.get('signature-input'), signature: headers.get('signature') }
  const verdict = await verifySignature({ ...seen, ...signature }, publicKeys)
  return { status, nonce, headers: [...headers], body: new TextDecoder().decode(body), verdict }
}

const signedPath = (issuer: string) => new URL(issuer).pathname.replace(/\/$/, '') + path

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
