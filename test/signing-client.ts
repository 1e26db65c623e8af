import { randomBytes } from 'node:crypto'
import type { TestApp } from './create-test-app.ts'
import { isRightlySigned, keyIdOf, type SeenExchange } from './signature-oracle.ts'

/** What a signed call sent and got. */
export interface Exchange extends SeenExchange {
  readonly json: Readonly<Record<string, unknown>>
}

interface SignedCall {
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
  readonly nonce?: string
  readonly method?: string
  /** In place of the body as JSON. */
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
  return key && (await isRightlySigned(seen, key.publicKey)) ? key.number : 'wrong'
}
