import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { SeenRequest } from '../test/recording-proxy.ts'
import { readVectors } from '../test/signature-vectors.ts'

/** An answer of the server, as the client is to get it. */
export interface SignedAnswer {
  readonly status: number
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** How an answer is changed: the answer, the request that it answers, a place in it, the first answer of the scenario. */
type Change = (answer: SignedAnswer, request: SeenRequest, at: number, recorded: SignedAnswer) => SignedAnswer

const withHeader = (answer: SignedAnswer, name: string, change: (value: string) => string): SignedAnswer => ({
  ...answer,
  headers: { ...answer.headers, [name]: change(answer.headers[name] ?? '') },
})

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** One byte of body, signature and its parameters is another: the one at so many thousandths of them. */
function mutated(answer: SignedAnswer, _request: SeenRequest, thousandth: number): SignedAnswer {
  const names = ['signature', 'signature-input']
  const parts = [Buffer.from(answer.body), ...names.map((name) => Buffer.from(answer.headers[name] ?? ''))]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let place = Math.floor(((length - 1) * thousandth) / 1000)
  const [body, ...values] = parts.map((part) => {
    const isHere = place >= 0 && place < part.length
    const changed = isHere ? flipped(part, place) : part
    place -= part.length
    return changed
  })
  const headers = Object.fromEntries(names.map((name, index) => [name, values[index]?.toString('latin1') ?? '']))
  return { ...answer, body: body ?? '', headers: { ...answer.headers, ...headers } }
}

/** A fake server does everything right, with a key of its own. */
function signedByAnother(answer: SignedAnswer, request: SeenRequest): SignedAnswer {
  const bytes = Buffer.from(readVectors().signatures.privateKeys.other ?? '', 'base64')
  const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
  const text = [
    `"@status": ${answer.status}`,
    `"content-digest": sha-256=:${createHash('sha256').update(answer.body).digest('base64')}:`,
    '"@method";req: POST',
    `"@path";req: ${request.path}`,
    `"content-digest";req: ${request.headers['content-digest']?.toString()}`,
    `"@signature-params": ${answer.headers['signature-input']?.replace(/^lic=/, '')}`,
  ]
  const signature = sign('sha256', Buffer.from(text.join('\n')), key).toString('base64')
  return withHeader(answer, 'signature', () => `lic=:${signature}:`)
}

/** The connection ends before the length that was announced; a negative place counts from the end. */
function truncated(answer: SignedAnswer, _request: SeenRequest, at: number): SignedAnswer {
  const whole = Buffer.from(answer.body)
  return { ...withHeader(answer, 'content-length', () => String(whole.length)), body: whole.subarray(0, at) }
}

const changes = {
  unsigned: (answer) => ({ ...answer, headers: { 'content-type': 'application/json' } }),
  'another status': (answer) => ({ ...answer, status: 201 }),
  'one more space': (answer) => ({ ...answer, body: `${answer.body} ` }),
  'one more member': (answer) => ({ ...answer, body: String(answer.body).replace('{', '{"admin":true,') }),
  'features of its own': (answer) => ({
    ...answer,
    body: String(answer.body).replace('{', '{"features":{"export":true},'),
  }),
  'another nonce': (answer) => withHeader(answer, 'signature-input', (value) => value.replace(/nonce="./, 'nonce="-')),
  'no algorithm': (answer) =>
    withHeader(answer, 'signature-input', (value) => value.replace('rsa-v1_5-sha256', 'none')),
  'another key': signedByAnother,
  replay: (_answer, _request, _at, recorded) => recorded,
  truncated,
  mutated,
} satisfies Readonly<Record<string, Change>>

/** What somebody between client and server may do to an answer. */
export type NamedChange = keyof typeof changes

export const changeOf = (name: NamedChange): Change => changes[name]
