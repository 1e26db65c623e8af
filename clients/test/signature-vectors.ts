import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { leaseText } from '../../src/server/features/client-api/calls/lease.ts'
import { signatureText } from '../../src/server/http/signing/signature-text.ts'

/** A disposable set of keys, used only for the vectors. */
interface VectorKeys {
  readonly keys: Readonly<Record<string, string>>
  readonly privateKeys: Readonly<Record<string, string>>
}

export interface SignatureCase {
  readonly name: string
  readonly pinned: readonly string[]
  readonly path: string
  readonly nonce: string
  readonly requestBody: string
  readonly status: number
  readonly body: string
  readonly signatureInput: string | null
  readonly signature: string | null
  readonly isRight: boolean
}

export interface LeaseCase {
  readonly name: string
  readonly pinned: readonly string[]
  readonly userId: number
  readonly hwid: string
  readonly clock: number
  readonly mark: number
  readonly lease: string
  readonly holds: boolean
}

export interface Vectors {
  readonly signatures: VectorKeys & { readonly cases: readonly SignatureCase[] }
  readonly leases: { readonly cases: readonly LeaseCase[] }
}

const file = new URL('../vectors.json', import.meta.url)

export function readVectors(): Vectors {
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors
}

const createdAtMs = Date.UTC(2026, 10, 20, 12, 0, 0)
const pinned = ['current', 'next']
const login = {
  method: 'POST',
  path: '/api/v1/login',
  requestBody:
    '{"username":"Zoë 😀","password":"pässwörd \\" \'","version":"1.0","hwid":"1aa26679d5e089fcebae704ad6552b8c"}',
  status: 200,
  body: '{"success":true,"code":"login_successful","message":"Willkommen, Zoë 😀 – gültig bis 31.12.","user_id":42,"username":"Zoë 😀","email":null,"expires_at":null,"hwid_locked":true,"request_id":"0198a000-0000-7000-8000-000000000001"}',
  nonce: '00112233445566778899aabbccddeeff',
  keyId: 'app_7.rs256.1',
  createdAtMs,
}
const banned = {
  ...login,
  path: '/api/v1/verify',
  requestBody: '{"user_id":42}',
  status: 403,
  body: '{"success":false,"code":"account_banned","message":"Your account has been disabled.","request_id":"0198a000-0000-7000-8000-000000000002"}',
  nonce: 'ffeeddccbbaa99887766554433221100',
}

/** Every signature vector, signed by the server's own text. */
export function signatureCases({ privateKeys }: VectorKeys): SignatureCase[] {
  const key = keysOf(privateKeys)
  type Exchange = typeof login
  interface Change {
    /** What the client receives instead of what was signed. */
    readonly seen?: Partial<Exchange>
    readonly pinned?: readonly string[]
    readonly by?: string
    /** Signs a different text than the template's. */
    readonly rewrite?: (text: string) => string
    readonly signatureInput?: (value: string) => string | null
    readonly signature?: (value: string) => string | null
  }
  const make = (name: string, exchange: Exchange, isRight: boolean, change: Change = {}): SignatureCase => {
    const { rewrite = (text: string) => text, by = 'current' } = change
    const { params, text } = signatureText(exchange)
    const input = `lic=${rewrite(params)}`
    const bytes = sign('sha256', Buffer.from(rewrite(text)), key(by))
    const value = `lic=:${bytes.toString('base64')}:`
    const { path, nonce, requestBody, status, body } = { ...exchange, ...change.seen }
    const signatureInput = change.signatureInput ? change.signatureInput(input) : input
    const signature = change.signature ? change.signature(value) : value
    return {
      name,
      pinned: change.pinned ?? pinned,
      path,
      nonce,
      requestBody,
      status,
      body,
      signatureInput,
      signature,
      isRight,
    }
  }
  const right = (name: string, exchange: Exchange, change?: Change) => make(name, exchange, true, change)
  const wrong = (name: string, change: Change, exchange: Exchange = login) => make(name, exchange, false, change)
  const inText = (from: string, to: string) => ({ rewrite: (text: string) => text.replaceAll(from, to) })
  const inInput = (from: string, to: string) => ({ signatureInput: (value: string) => value.replace(from, to) })
  return [
    right('a login', login),
    right('a refusal', banned),
    right('behind a prefix', { ...login, path: '/auth/api/v1/login' }),
    right('an empty answer and request', { ...login, requestBody: '', body: '' }),
    right('signed by the next key', { ...login, keyId: 'app_7.rs256.2' }, { by: 'next' }),
    right('with one key pinned', login, { pinned: ['current'] }),
    right('a server whose clock is years off', { ...login, createdAtMs: 978_307_200_000 }),
    wrong('a key that is not pinned', { by: 'other' }),
    wrong('the current key where only the next is pinned', { pinned: ['next'] }),
    wrong('another status', { seen: { status: 403 } }),
    wrong('a refusal made a success', { seen: { status: 200 } }, banned),
    wrong('another answer', { seen: { body: login.body.replace('42', '43') } }),
    wrong('an answer with one more space', { seen: { body: `${login.body} ` } }),
    wrong('another request body', { seen: { requestBody: login.requestBody.replace('1.0', '1.1') } }),
    wrong('another path', { seen: { path: '/api/v1/verify' } }),
    wrong('the prefix left out', { seen: { path: '/api/v1/login' } }, { ...login, path: '/auth/api/v1/login' }),
    wrong('a replay: the nonce of another call', { seen: { nonce: banned.nonce } }),
    wrong('the nonce changed in the header alone', inInput(login.nonce, banned.nonce)),
    wrong('another method', {}, { ...login, method: 'PUT' }),
    wrong('no Signature header', { signature: () => null }),
    wrong('no Signature-Input header', { signatureInput: () => null }),
    wrong('an empty signature', { signature: () => 'lic=::' }),
    wrong('a signature of zeros', { signature: () => `lic=:${Buffer.alloc(256).toString('base64')}:` }),
    wrong('a signature one byte short', { signature: shortened }),
    wrong('another spelling of the same signature', { signature: respelled }),
    wrong('the headers doubled', {
      signatureInput: (value) => `${value}, ${value}`,
      signature: (value) => `${value}, ${value}`,
    }),
    wrong('another label', {
      signatureInput: (value) => value.replace('lic=', 'sig='),
      signature: (value) => value.replace('lic=', 'sig='),
    }),
    wrong('another algorithm, rightly signed', inText('rsa-v1_5-sha256', 'hmac-sha256')),
    wrong('another tag, rightly signed', inText('lic-v1', 'lic-v2')),
    wrong('fewer components, rightly signed', inText(' "@path";req', '')),
    wrong('one more component, rightly signed', inText('"content-digest";req)', '"content-digest";req "date")')),
    wrong('one more parameter, rightly signed', inText('tag="lic-v1"', 'tag="lic-v1";expires=9999999999')),
    wrong('a created that is no number, rightly signed', inText('created=1', 'created=-1')),
    wrong('a key id of other characters, rightly signed', inText('app_7', 'app 7')),
    wrong('white space in the parameters, rightly signed', inText(';created', '; created')),
    wrong('a line break behind the parameters, rightly signed', {
      rewrite: (text) => `${text}\n`,
    }),
  ]
}

const shortened = (value: string) => {
  const bytes = Buffer.from(value.slice(5, -1), 'base64')
  return `lic=:${bytes.subarray(0, 255).toString('base64')}:`
}

/** The last letter before the padding carries four bits that mean nothing. */
const respelled = (value: string) =>
  value.replace(/(.)==:$/, (_all, last: string) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    return `${letters[letters.indexOf(last) + 1]}==:`
  })

const facts = {
  issuer: 'https://licenses.example.com/auth',
  applicationId: 7,
  userId: 42,
  keyId: 'app_7.rs256.1',
  leaseId: '0198a000-0000-7000-8000-000000000003',
  hwid: '1aa26679d5e089fcebae704ad6552b8c',
  licenseKey: 'KW-AAAAA-BBBBB-CCCCC-DDDDD',
  nowMs: createdAtMs,
  expiresAtMs: createdAtMs + 24 * 3_600_000,
}
type Facts = Omit<typeof facts, 'licenseKey'> & { licenseKey: string | undefined }

/** Every lease vector. */
export function leaseCases({ keys, privateKeys }: VectorKeys): LeaseCase[] {
  const key = keysOf(privateKeys)
  const issued = createdAtMs / 1000
  const ends = facts.expiresAtMs / 1000
  const rsa =
    (by = 'current') =>
    (text: string) =>
      sign('sha256', Buffer.from(text), key(by)).toString('base64url')
  interface Change {
    readonly facts?: Partial<Facts>
    readonly header?: (text: string) => string
    readonly claims?: (text: string) => string
    readonly signature?: (text: string) => string
    readonly lease?: (lease: string) => string
    readonly seen?: Partial<LeaseCase>
  }
  const make = (name: string, holds: boolean, change: Change = {}): LeaseCase => {
    const same = (text: string) => text
    const { header = same, claims = same, signature = rsa(), lease = same } = change
    const parts = leaseText({ ...facts, ...change.facts }).split('.') as [string, string]
    const text = [recoded(parts[0], header), recoded(parts[1], claims)].join('.')
    const { userId, hwid } = facts
    const seen = { clock: issued + 60, mark: issued + 60, pinned, userId, hwid, ...change.seen }
    return { name, ...seen, lease: lease(`${text}.${signature(text)}`), holds }
  }
  const holds = (name: string, change?: Change) => make(name, true, change)
  const refused = (name: string, change: Change) => make(name, false, change)
  const at = (clock: number, mark = issued + 60) => ({ seen: { clock, mark } })
  const hmac = (text: string) => macOf(text, keys.current ?? '')
  return [
    holds('a lease just issued'),
    holds('of a user without a license', { facts: { licenseKey: undefined } }),
    holds('signed by the next key', { facts: { keyId: 'app_7.rs256.2' }, signature: rsa('next') }),
    holds('one second before its end', at(ends - 1)),
    refused('at its end', at(ends)),
    refused('one second after its end', at(ends + 1)),
    refused('after its end by the server time alone', at(ends - 100, ends)),
    refused('with the clock far behind a server time after its end', at(issued + 60, ends)),
    holds('with the clock set back by less than an hour', at(issued - 3000, issued + 500)),
    holds('with the clock set back by an hour', at(issued - 3100, issued + 500)),
    refused('with the clock set back by more than an hour', at(issued - 3101, issued + 500)),
    refused('with the clock set back by two hours', at(issued - 7200)),
    refused('of another user', { seen: { userId: 43 } }),
    refused('of a user whose id begins alike', { seen: { userId: 4 } }),
    refused('of another device', { seen: { hwid: '9a47307bd4ee0a4052f480cdfa5f6b8e' } }),
    refused('of another application, with a pinned key', { facts: { applicationId: 8 } }),
    refused('signed by a key that is not pinned', { signature: rsa('other') }),
    refused('with algorithm none', { header: swap('RS256', 'none'), signature: () => '' }),
    refused('with algorithm none and a signature', { header: swap('RS256', 'none') }),
    refused('with HS256 and the public key as its secret', { header: swap('RS256', 'HS256'), signature: hmac }),
    refused('of another type, rightly signed', { header: swap('lic+jwt', 'JWT') }),
    refused('with crit, rightly signed', { header: swap('"typ"', '"crit":["exp"],"typ"') }),
    refused('with a jku, rightly signed', { header: swap('}', ',"jku":"https://attacker.example/keys"}') }),
    refused('with another kind of key id, rightly signed', { header: swap('app_7.rs256.1', 'app_7.es256.1') }),
    refused('with the expiry twice, rightly signed', { claims: swap('"hwid"', '"exp":9999999999,"hwid"') }),
    refused('with one claim more, rightly signed', { claims: swap('"ver":1', '"ver":1,"admin":true') }),
    refused('with a fraction as its expiry, rightly signed', { claims: (text) => text.replace(/("exp":\d+)/, '$1.5') }),
    refused('of another version, rightly signed', { claims: swap('"ver":1', '"ver":2') }),
    refused('without an expiry, rightly signed', { claims: (text) => text.replace(/"exp":\d+,/, '') }),
    refused('with a later expiry than was signed', {
      lease: (lease) => {
        const [header = '', claims = '', signature = ''] = lease.split('.')
        const later = recoded(claims, (text) => text.replace(/"exp":\d+/, '"exp":9999999999'))
        return [header, later, signature].join('.')
      },
    }),
    refused('with white space behind it', { lease: (lease) => `${lease}\n` }),
    refused('of four parts', { lease: (lease) => `${lease}.e30` }),
    refused('without its signature', { lease: (lease) => lease.split('.').slice(0, 2).join('.') }),
    refused('with another spelling of the same signature', { lease: respelledLease }),
    refused('that is empty', { lease: () => '' }),
  ]
}

const swap = (from: string, to: string) => (text: string) => text.replace(from, to)
const recoded = (part: string, change: (text: string) => string) =>
  Buffer.from(change(Buffer.from(part, 'base64url').toString())).toString('base64url')

const respelledLease = (lease: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return lease.slice(0, -1) + letters[letters.indexOf(lease.slice(-1)) + 1]
}

function macOf(text: string, publicKey: string): string {
  return createHmac('sha256', Buffer.from(publicKey, 'base64')).update(text).digest('base64url')
}

function keysOf(privateKeys: VectorKeys['privateKeys']): (name: string) => KeyObject {
  return (name) =>
    createPrivateKey({ key: Buffer.from(privateKeys[name] ?? '', 'base64'), format: 'der', type: 'pkcs8' })
}

/** New keys only where the file has none: published vectors never change. */
function vectorKeys(known: VectorKeys | undefined): VectorKeys {
  if (known) return known
  const names = ['current', 'next', 'other']
  const pairs = names.map(() => generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65537 }))
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const each = (of: (pair: (typeof pairs)[number]) => Buffer) =>
    Object.fromEntries(pairs.map((pair, index) => [names[index], base64(of(pair))]))
  return {
    keys: each(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' })),
    privateKeys: each(({ privateKey }) => privateKey.export({ format: 'der', type: 'pkcs8' })),
  }
}

if (import.meta.main) {
  const { signatures, ...rest } = readVectors() as Partial<Vectors>
  const { keys, privateKeys } = vectorKeys(signatures)
  const vectors = {
    ...rest,
    signatures: { keys, privateKeys, cases: signatureCases({ keys, privateKeys }) },
    leases: { cases: leaseCases({ keys, privateKeys }) },
  }
  // What an editor would not show stays escaped.
  const text = JSON.stringify(vectors, undefined, 2).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(file, `${text}\n`)
}
