import { execFileSync } from 'node:child_process'
import { createPublicKey, hash, randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  forSample,
  hasValidSignature,
  newNonce,
  type SampleExchange,
  type SeenExchange,
  tampered,
} from '../../test/harness/signing-client.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, atMost, type Row } from '../figure.ts'
import { seededRandom } from '../statistics.ts'

/** The sample's own verification. It is plain JavaScript that users copy, so its types are declared here. */
interface Sample {
  signedAt(exchange: SampleExchange, keys: readonly string[]): number | undefined
}
const sampleFile = new URL('../../clients/node/keywright.mjs', import.meta.url).href

const recordings = 1_000
const checkedByOpenssl = 200
/** Responses of each kind in which every single character is changed. */
const tamperedPerKind = 1

export async function signatures(): Promise<readonly Row[]> {
  const server = await startServer()
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}

type Exchange = SeenExchange & { readonly kind: string }

async function measure(server: RunningServer): Promise<Row[]> {
  const { signedAt } = (await import(sampleFile)) as Sample
  const { apiKey, publicKey, calls } = await furnish(server)
  const exchanges: Exchange[] = []
  for (let n = 0; n < recordings; n += 1) {
    const kinds = Object.keys(calls)
    // Logins cost a hash each, so one of every kind comes first.
    const kind = kinds[n < kinds.length ? n : randomInt(1, kinds.length)] ?? ''
    const [path, body] = calls[kind]?.() ?? ['', {}]
    exchanges.push({ kind, ...(await ask(server.origin, apiKey, path, body)) })
  }
  const samples = exchanges.map((exchange) => forSample({ ...exchange, json: {} }))
  const isAccepted = (exchange: SampleExchange) => signedAt(exchange, [publicKey]) !== undefined

  const disagreeing = await count(exchanges, async (exchange) => !(await hasValidSignature(exchange, publicKey)))
  const seed = randomInt(2 ** 31)
  const random = seededRandom(seed)
  const firsts = [...new Set(exchanges.map(({ kind }) => kind))].flatMap((kind) =>
    samples.filter((_, index) => exchanges[index]?.kind === kind).slice(0, tamperedPerKind),
  )
  const changes = firsts.flatMap((exchange) => tampered(exchange, random))
  const replays = samples.flatMap((old, index) => {
    const { path, nonce, requestBody } = samples[(index + 1) % samples.length] ?? old
    return [
      { ...old, nonce: newNonce() },
      { ...old, path, nonce, requestBody },
    ]
  })
  return [
    one('signed answers of every kind of call', exchanges.length, atLeast(recordings)),
    one('of them not verified by the Node.js sample', samples.filter((each) => !isAccepted(each)).length, atMost(0)),
    one('of them not verified by http-message-signatures', disagreeing, atMost(0)),
    ...opensslRow(exchanges.slice(0, checkedByOpenssl), publicKey),
    one('characters changed', changes.length, atLeast(900)),
    one(`of them accepted (seed ${seed})`, changes.filter(({ exchange }) => isAccepted(exchange)).length, atMost(0)),
    one('answers replayed to another request', replays.length, atLeast(1_000)),
    one('of them accepted', replays.filter(isAccepted).length, atMost(0)),
  ]
}

const one = (name: string, value: number, target: Row['target']): Row => ({
  name,
  values: [value],
  digits: 0,
  ...(target && { target }),
})

async function count<T>(all: readonly T[], is: (each: T) => Promise<boolean>): Promise<number> {
  let found = 0
  for (const each of all) if (await is(each)) found += 1
  return found
}

type Call = () => readonly [path: string, body: object]

/** An application with a user, and a call of every kind, including refusals and text beyond ASCII. */
async function furnish(server: RunningServer) {
  const make = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { status, body: made } = await server.api<T>(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path}: ${status}`)
    return made
  }
  const { id, apiKey } = await make<{ id: number; apiKey: string }>('POST', '/api/applications', {
    name: 'Signed',
    loginSuccessMessage: 'Grüß Gott 😀',
    leaseHours: 24,
  })
  const credentials = { username: 'zoë', password: 'a password of the run' }
  const user = await make<{ id: number }>('POST', `/api/applications/${id}/users`, credentials)
  const { current } = await make<{ current: { publicKey: string } }>('GET', `/api/applications/${id}/signing-keys`)
  const token = () => `sess_${randomUUID().replaceAll('-', '')}_${Math.floor(Date.now() / 1000)}`
  const live = token()
  const calls: Record<string, Call> = {
    login: () => ['login', { ...credentials, hwid: randomUUID() }],
    verified: () => ['verify', { user_id: user.id, hwid: randomUUID() }],
    unknown: () => ['verify', { user_id: randomInt(1, 2 ** 31 - 1) }],
    started: () => ['session/track', { action: 'start', user_id: user.id, session_token: token(), hwid: 'PC' }],
    alive: () => ['session/track', { action: 'heartbeat', session_token: live }],
    ended: () => ['session/track', { action: 'end', session_token: token() }],
    malformed: () => ['verify', { user_id: `ü${randomInt(1_000_000)}` }],
  }
  await ask(server.origin, apiKey, 'session/track', { action: 'start', user_id: user.id, session_token: live })
  return { apiKey, publicKey: current.publicKey, calls }
}

async function ask(origin: string, apiKey: string, path: string, body: object): Promise<SeenExchange> {
  const nonce = newNonce()
  const requestBody = JSON.stringify(body)
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-nonce': nonce },
    body: requestBody,
  })
  const headers = Object.fromEntries(response.headers)
  return {
    method: 'POST',
    path: `/api/v1/${path}`,
    nonce,
    requestBody,
    status: response.status,
    body: await response.text(),
    headers,
  }
}

/** Verifies with the openssl command too, if the machine has it; otherwise says so. */
function opensslRow(exchanges: readonly SeenExchange[], publicKey: string): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-openssl-'))
  try {
    execFileSync('openssl', ['version'])
    const pem = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    writeFileSync(join(folder, 'key'), pem.export({ format: 'pem', type: 'spki' }))
    const refused = exchanges.filter((exchange) => !isVerifiedByOpenssl(folder, exchange)).length
    return [one(`${exchanges.length} of them not verified by openssl`, refused, atMost(0))]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return [one('verified by openssl: skipped, it is not on this machine', 0, undefined)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isVerifiedByOpenssl(folder: string, { status, body, requestBody, path, headers }: SeenExchange): boolean {
  const digest = (text: string) => `sha-256=:${hash('sha256', text, 'base64')}:`
  const lines = [
    `"@status": ${status}`,
    `"content-digest": ${digest(body)}`,
    '"@method";req: POST',
    `"@path";req: ${path}`,
    `"content-digest";req: ${digest(requestBody)}`,
    `"@signature-params": ${String(headers['signature-input']).slice('lic='.length)}`,
  ]
  const file = (name: string) => join(folder, name)
  writeFileSync(file('text'), lines.join('\n'))
  writeFileSync(file('signature'), Buffer.from(String(headers.signature).slice('lic=:'.length, -1), 'base64'))
  const args = ['dgst', '-sha256', '-verify', file('key'), '-signature', file('signature'), file('text')]
  try {
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }) === 'Verified OK\n'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    return false
  }
}
