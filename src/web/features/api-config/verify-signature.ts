/** A response of the public API with its request. */
export interface SignedExchange {
  readonly method: string
  /** The signed path, including the path of `PUBLIC_URL`. */
  readonly path: string
  readonly nonce: string
  readonly requestBody: string
  readonly status: number
  readonly body: Uint8Array
  readonly signatureInput: string | null
  readonly signature: string | null
}

/** `unavailable`: over plain HTTP the browser has no cryptography. */
export type Verdict = 'right' | 'wrong' | 'unsigned' | 'unavailable'

const components = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)'
const scheme = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** Verifies as the samples do, with Web Crypto and the public keys that the page shows. */
export async function verifySignature(seen: SignedExchange, publicKeys: readonly string[]): Promise<Verdict> {
  const { signatureInput, signature, nonce } = seen
  if (signatureInput === null || signature === null) return 'unsigned'
  // The type says it always exists; over plain HTTP it doesn't.
  if (!globalThis.crypto?.subtle) return 'unavailable'
  const created = /;created=([0-9]{1,12});/.exec(signatureInput)?.[1]
  const keyId = /;keyid="([A-Za-z0-9._-]{1,64})";/.exec(signatureInput)?.[1]
  const params = `${components};created=${created};keyid="${keyId}";alg="rsa-v1_5-sha256";nonce="${nonce}";tag="lic-v1"`
  const base64 = /^lic=:([A-Za-z0-9+/]{341}[AQgw]==):$/.exec(signature)?.[1]
  if (signatureInput !== `lic=${params}` || base64 === undefined) return 'wrong'
  const text = await signedText(seen, params)
  const bytes = fromBase64(base64)
  const verdicts = await Promise.all(publicKeys.map((key) => isSignedBy(key, bytes, text)))
  return verdicts.includes(true) ? 'right' : 'wrong'
}

async function signedText({ method, path, requestBody, status, body }: SignedExchange, params: string) {
  const lines = [
    `"@status": ${status}`,
    `"content-digest": ${await digestOf(body)}`,
    `"@method";req: ${method}`,
    `"@path";req: ${path}`,
    `"content-digest";req: ${await digestOf(new TextEncoder().encode(requestBody))}`,
    `"@signature-params": ${params}`,
  ]
  return new TextEncoder().encode(lines.join('\n'))
}

async function isSignedBy(publicKey: string, signature: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('spki', fromBase64(publicKey), scheme, false, ['verify'])
  return crypto.subtle.verify(scheme, key, signature, text)
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
