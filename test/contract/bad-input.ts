import { seededRandom } from '../../bench/statistics.ts'
import type { Database } from '../../src/server/db/open.ts'
import { errors } from '../../src/shared/errors.ts'
import { outcomes } from '../../src/shared/outcomes.ts'
import {
  createTestApp,
  signedInAccount,
  startDashboardSession,
  type TestAccount,
  type TestApp,
} from '../harness/create-test-app.ts'
import { type BadRequest, corpus, generateRequest } from './bad-requests.ts'
import { Chance } from './generate-value.ts'
import { seedTenant, type Tenant } from './tenant.ts'

export interface BadInputResult {
  readonly sent: number
  /** Responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** What must not happen: a server error, a response of another shape, a changed prototype. */
  readonly faults: readonly string[]
  readonly slowestMs: number
  readonly slowest: string
}

interface Options {
  readonly seed: number
  readonly generated: number
  readonly fromCorpus: number
  /** By default SQLite in memory. */
  readonly database?: Database
}

const refurnishEvery = 400

/** Sends malformed requests to the shipped app one at a time, so that each failure names its request. */
export async function sendBadInput({ seed, generated, fromCorpus, database }: Options): Promise<BadInputResult> {
  const chance = new Chance(seededRandom(seed))
  const test = await createTestApp({ env: { RATE_LIMIT_SCALE: '1000' }, ...(database && { database }) })
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let [sent, slowestMs, slowest] = [0, 0, '']
  try {
    const owner = await signedInAccount(test, 'owner')
    let own = await seedTenant(test, owner)
    const send = async (request: BadRequest) => {
      sent += 1
      const fromMs = performance.now()
      const { status, fault } = await look(test, request, chance)
      const ms = performance.now() - fromMs
      if (ms > slowestMs) [slowestMs, slowest] = [ms, `${request.method} ${request.url.slice(0, 100)}`]
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (fault !== undefined) faults.push(`${fault}\n${describeRequest(request)}`)
      const isSignedOut = status === 401 && request.headers.cookie === own.account.cookie
      const isGone = status === 200 && request.key === 'DELETE /api/applications/:id'
      if (isSignedOut || isGone || sent % refurnishEvery === 0) own = await refurnish(test, own, !isSignedOut)
      test.clock.advance(100)
    }
    for (const make of sample([...corpus()], fromCorpus, chance)) await send(make(own))
    for (let n = 0; n < generated; n += 1) await send(generateRequest(own, chance))
    const polluted = Object.keys(Object.prototype)
    if (polluted.length > 0 || 'polluted' in {}) faults.push(`the prototype has ${polluted.join(', ')}`)
  } finally {
    await test.close()
  }
  return { sent, statuses, faults, slowestMs, slowest }
}

/** A request that was valid may have signed the owner out, or deleted everything. */
async function refurnish(test: TestApp, own: Tenant, isAll: boolean): Promise<Tenant> {
  const { account } = own
  const cookie = await startDashboardSession(test, account.id)
  const api: TestAccount['api'] = (method, path, body) =>
    test.call(method, path, { ...(body !== undefined && { body }), headers: { cookie } })
  if (!isAll) return { ...own, account: { ...account, cookie, api } }
  // One after the other would pile up, and every list of them grow.
  for (const { id } of (await api<{ id: number }[]>('GET', '/api/applications')).body) {
    await api('DELETE', `/api/applications/${id}`)
  }
  for (const token of (await api<{ id: number }[]>('GET', '/api/account/tokens')).body) {
    await api('DELETE', `/api/account/tokens/${token.id}`)
  }
  return seedTenant(test, { ...account, cookie, api })
}

async function look(test: TestApp, request: BadRequest, chance: Chance): Promise<{ status: number; fault?: string }> {
  const { method, url, headers, payload } = request
  const answer = await test.http.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
    remoteAddress: `198.51.${chance.below(256)}.${chance.below(256)}`,
  })
  const { statusCode: status, payload: text } = answer
  if (status >= 500) return { status, fault: `status ${status}: ${text}\n${test.log.at(-1) ?? ''}` }
  if (status < 400 || method === 'HEAD') return { status }
  if (isSignOutPage(status, url, text)) return { status }
  const wrong = wrongShape(status, text)
  return { status, ...(wrong !== undefined && { fault: `${wrong}: ${status} ${text.slice(0, 300)}` }) }
}

/** The one refusal that is a page: a browser shows it to a person who followed a link of another site. */
const isSignOutPage = (status: number, url: string, text: string) =>
  status === 403 && url.split('?')[0] === '/api/logout' && text.includes('<h1>Sign out?</h1>')

const dashboardFields = ['code', 'fields', 'message', 'reason', 'requestId']
const publicFields = ['code', 'download_url', 'message', 'reason', 'request_id', 'success']

/** Undefined when an error response has the common shape and the status of its code. */
function wrongShape(status: number, text: string): string | undefined {
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return 'a refusal that is no JSON'
  }
  const isPublic = 'request_id' in body
  const unknown = Object.keys(body).filter((name) => !(isPublic ? publicFields : dashboardFields).includes(name))
  if (unknown.length > 0) return `fields that no refusal has (${unknown.join(', ')})`
  const { code, message, requestId, request_id: publicId } = body
  if (typeof message !== 'string' || message === '' || typeof code !== 'string') return 'no code or message'
  if (typeof (requestId ?? publicId) !== 'string') return 'no request id'
  if (isPublic && body.success !== false) return 'a refusal that claims success'
  const known = isPublic
    ? Object.values(outcomes).filter((row) => row.code === code)
    : [{ status: errors[code as keyof typeof errors]?.[0] }]
  return known.some((row) => row.status === status) ? undefined : 'a status that its code does not have'
}

function sample<T>(all: readonly T[], count: number, chance: Chance): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const place = chance.below(left.length)
    const [taken] = left.splice(place, 1, left.at(-1) as T)
    left.pop()
    return taken as T
  })
}

function describeRequest({ key, method, url, headers, payload }: BadRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${JSON.stringify(value.slice(0, 80))}`)
  return `  ${key}: ${method} ${url.slice(0, 300)}\n  ${shown.join('\n  ')}\n  ${payload?.slice(0, 600) ?? ''}`
}
