import { createPublicKey, hash, randomBytes, verify } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import type { TestApp } from './create-test-app.ts'

/** A signed request and its response. */
export interface Exchange extends SeenExchange {
  readonly json: Readonly<Record<string, unknown>>
}

interface SignedCall {
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
  readonly nonce?: string
  readonly method?: string
  /** Sent instead of the body as JSON. */
  readonly bytes?: string
  /** What clients have in front of the path, and a proxy takes away. */
  readonly prefix?: string
}

export const newNonce = () => randomBytes(16).toString('hex')

/** A call of a program that asks for a signed answer. */
export async function askSigned(
  { http }: Pick<TestApp, 'http'>,
  path: string,
  body: unknown,
  call: SignedCall = {},
): Promise<Exchange> {
  const { nonce = newNonce(), method = 'POST', bytes = JSON.stringify(body), apiKey, ip, prefix = '' } = call
  const response = await http.inject({
    method: method as 'POST',
    url: path,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-nonce': nonce,
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...call.headers,
    },
    ...(ip !== undefined && { remoteAddress: ip }),
  })
  const { statusCode: status, headers, payload } = response
  const seenPath = prefix + (path.split('?')[0] ?? '')
  const json = JSON.parse(payload) as Exchange['json']
  return { method, path: seenPath, nonce, requestBody: bytes, status, body: payload, headers, json }
}

export const signatureHeaders = ['signature', 'signature-input', 'content-digest'] as const

/** The number of the key that signed, after an independent library has found the signature right; else why not. */
export async function signedBy(
  { stores }: Pick<TestApp, 'stores'>,
  applicationId: number,
  seen: SeenExchange,
): Promise<number | 'unsigned' | 'wrong'> {
  const present = signatureHeaders.filter((name) => seen.headers[name] !== undefined)
  if (present.length === 0) return 'unsigned'
  const keys = await stores.signingKeys.list(applicationId)
  const key = keys.find(({ number }) => keyIdOf(seen.headers) === `app_${applicationId}.rs256.${number}`)
  return key && (await hasValidSignature(seen, key.publicKey)) ? key.number : 'wrong'
}

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
export async function hasValidSignature(seen: SeenExchange, publicKey: string): Promise<boolean> {
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

/** An exchange as the samples' verification takes it. */
export interface SampleExchange {
  readonly path: string
  readonly nonce: string
  readonly requestBody: string
  readonly status: number | string
  readonly body: string
  readonly signatureInput: string
  readonly signature: string
}

export function forSample({ path, nonce, requestBody, status, body, headers }: Exchange): SampleExchange {
  const signatureInput = String(headers['signature-input'] ?? '')
  return { path, nonce, requestBody, status, body, signatureInput, signature: String(headers.signature ?? '') }
}

const parts = ['status', 'body', 'signature', 'signatureInput', 'requestBody', 'path'] as const

/** The exchange with one character changed, for every character of everything that the signature covers. */
export function tampered(exchange: SampleExchange, random: () => number): { what: string; exchange: SampleExchange }[] {
  return parts.flatMap((part) => {
    const text = String(exchange[part])
    // By UTF-16 units, as `slice` counts.
    return Array.from({ length: text.length }, (_, index) => {
      const changed = text.slice(0, index) + differentCharacter(text.charAt(index), random) + text.slice(index + 1)
      return { what: `${part} ${index}`, exchange: { ...exchange, [part]: changed } }
    })
  })
}

/** Another printable character. */
function differentCharacter(character: string, random: () => number): string {
  const other = String.fromCharCode(32 + Math.floor(random() * 95))
  return other === character ? differentCharacter(character, random) : other
}
