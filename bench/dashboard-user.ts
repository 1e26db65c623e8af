import { randomUUID } from 'node:crypto'
import type { CalledRecords } from '../test/contract/dashboard-calls.ts'
import { offlineRequest } from '../test/harness/offline-request.ts'
import { type ConnectedShop, standardHeaders } from '../test/harness/shop-calls.ts'
import type { RunningServer } from '../test/harness/start-server.ts'
import type { Seeded } from './seed.ts'
import { signIn } from './sign-in.ts'
import type { Verified } from './verify-load.ts'

/** A signed-in user of the dashboard, who signs in again when a call has ended the session. */
export interface Maker {
  call(method: string, path: string, body?: unknown, file?: BodyFile): Promise<Response>
}

interface BodyFile {
  readonly type: string
  readonly text: string
}

export async function openMaker({ origin }: RunningServer, seeded: Seeded): Promise<Maker> {
  let cookie = await signIn(origin, seeded)
  const send: Maker['call'] = (method, path, body, file) => {
    const json = body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) }
    const { type, text } = file ?? json ?? {}
    // as the dashboard's own client sends it
    const key = method === 'POST' && { 'idempotency-key': randomUUID() }
    const headers = { cookie, ...(type !== undefined && { 'content-type': type }), ...key }
    return fetch(origin + path, { method, headers, ...(text !== undefined && { body: text }) })
  }
  return {
    async call(...request) {
      const response = await send(...request)
      if (response.status !== 401) return response
      await response.arrayBuffer()
      cookie = await signIn(origin, seeded)
      return send(...request)
    },
  }
}

type Make = <T>(method: string, path: string, body?: unknown) => Promise<T>

interface Identified {
  readonly id: number
}

interface SigningKeys {
  readonly current: { readonly publicKey: string }
  readonly next: { readonly number: number }
}

const base = '/api/applications/1'

/** One record of every kind that a call of the contract names, of the seeded application. */
export async function ownRecords(maker: Maker, { users: [user] }: Seeded): Promise<CalledRecords> {
  const make: Make = async <T>(method: string, path: string, body?: unknown) => {
    const response = await maker.call(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id: licenseId } = await make<Identified>('POST', `${base}/licenses/generate`, {})
  const entry = { applicationId: 1, type: 'username', value: 'somebody blocked' }
  const hook = await make<Identified>('POST', '/api/webhooks', { applicationId: 1, url: 'http://127.0.0.1:9/' })
  const { id: delivery } = await make<{ id: string }>('POST', `/api/webhooks/${hook.id}/test`, { event: 'user_login' })
  const [session] = await make<Identified[]>('GET', `${base}/sessions?limit=1`)
  const colleague = await make<Identified>('POST', '/api/admin/users', { email: 'colleague@example.com' })
  const { undoId } = await make<{ undoId?: string }>('POST', `${base}/users/${user?.id}/reset-hwid`)
  const { current, next } = await make<SigningKeys>('GET', `${base}/signing-keys`)
  // binds the user's only device, which the reset took
  const pins = [current.publicKey]
  const username = user?.username ?? ''
  const request = offlineRequest({ pins, hwid: 'the first one', user: username })
  const { id: offlineFile } = await make<Identified>('POST', `${base}/offline-licenses`, { request, userId: user?.id })
  const [key] = await make<Identified[]>('GET', `${base}/api-keys`)
  const [first] = await make<Identified[]>('GET', '/api/activity-logs?applicationId=1&limit=1')
  const [dashboardSession] = await make<{ id: string }[]>('GET', '/api/account/sessions')
  const token = await make<Identified>('POST', '/api/account/tokens', {
    name: 'bench',
    days: 1,
    actions: ['users:read'],
    applicationIds: [1],
  })
  // nothing is sent to a local address
  const smtp = { host: '127.0.0.1', port: 2525, security: 'tls', username: null, from: 'shop@example.com' }
  await make('PATCH', `${base}/mail`, { smtp })
  const view = { screen: 'users', applicationId: 1, name: 'Banned', query: 'status=banned' }
  const ids = {
    account: colleague.id,
    application: 1,
    apiKey: key?.id ?? 0,
    signingKey: next.number,
    user: user?.id ?? 0,
    license: licenseId,
    device: 'first',
    offlineFile,
    ...(await sale(make)),
    session: session?.id ?? 0,
    activity: first?.id ?? 0,
    blacklistEntry: (await make<Identified>('POST', '/api/blacklist', entry)).id,
    webhook: hook.id,
    delivery,
    operation: undoId ?? '01890000-0000-7000-8000-000000000000',
    dashboardSession: dashboardSession?.id ?? '',
    passkey: 1,
    managementToken: token.id,
    savedView: (await make<Identified>('POST', '/api/account/views', view)).id,
    member: 2,
    memberInvite: 1,
  }
  return { ids, username, pins }
}

/** What a shop sold, with the shop's call. */
async function sale(make: Make): Promise<Pick<CalledRecords['ids'], 'preset' | 'shop' | 'shopCall' | 'order'>> {
  const { id: preset } = await make<Identified>('POST', `${base}/presets`, { name: 'Pro' })
  const shop = await make<ConnectedShop>('POST', `${base}/shops`, { provider: 'generic', name: 'Own shop' })
  const { id: withToken } = await make<Identified>('POST', `${base}/shops`, { provider: 'api', name: 'Tokens' })
  const products = [{ product: 'pro', presetId: preset, quantityAs: 'keys', keyFrom: 'ours' }]
  for (const id of [withToken, shop.id]) await make('PATCH', `${base}/shops/${id}`, { products })
  const body = JSON.stringify({ event: 'order.paid', order_id: 'an order', product: 'pro' })
  const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
  const sold = await fetch(shop.url, { method: 'POST', body, headers })
  if (!sold.ok) throw new Error(`the order: ${sold.status} ${await sold.text()}`)
  const [shopCall] = await make<Identified[]>('GET', `${base}/shops/${shop.id}/calls`)
  const [order] = await make<Identified[]>('GET', `${base}/orders`)
  return { preset, shop: shop.id, shopCall: shopCall?.id ?? 0, order: order?.id ?? 0 }
}

/** A user of another application, whose clients go on when the first one is deleted. */
export async function userElsewhere(maker: Maker): Promise<Verified> {
  const make = async <T>(path: string, body: object) => (await maker.call('POST', path, body)).json() as Promise<T>
  const { id, apiKey } = await make<{ id: number; apiKey: string }>('/api/applications', { name: 'Elsewhere' })
  const wanted = { username: 'somebody', password: 'a long enough password' }
  const user = await make<Identified>(`/api/applications/${id}/users`, wanted)
  return { apiKey, userIds: [user.id] }
}
