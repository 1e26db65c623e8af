import type { Tenant } from '../test/contract/tenant.ts'
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
    const headers = { cookie, ...(type !== undefined && { 'content-type': type }) }
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

const base = '/api/applications/1'

/** One record of every kind that a call of the contract names, of the seeded application. */
export async function ownRecords(maker: Maker, { users: [user] }: Seeded): Promise<Tenant['ids']> {
  const make = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await maker.call(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id: licenseId } = await make<{ id: number }>('POST', `${base}/licenses/generate`, {})
  const entry = { applicationId: 1, type: 'username', value: 'somebody blocked' }
  const hook = await make<{ id: number }>('POST', '/api/webhooks', { applicationId: 1, url: 'http://127.0.0.1:9/' })
  const { id: delivery } = await make<{ id: string }>('POST', `/api/webhooks/${hook.id}/test`, { event: 'user_login' })
  const [session] = await make<{ id: number }[]>('GET', `${base}/sessions?limit=1`)
  const colleague = await make<{ id: number }>('POST', '/api/admin/users', { email: 'colleague@example.com' })
  const { undoId } = await make<{ undoId?: string }>('POST', `${base}/users/${user?.id}/reset-hwid`)
  const signing = await make<{ next: { number: number } }>('GET', `${base}/signing-keys`)
  const [key] = await make<{ id: number }[]>('GET', `${base}/api-keys`)
  const [first] = await make<{ id: number }[]>('GET', '/api/activity-logs?applicationId=1&limit=1')
  const [dashboardSession] = await make<{ id: string }[]>('GET', '/api/account/sessions')
  const token = await make<{ id: number }>('POST', '/api/account/tokens', {
    name: 'bench',
    days: 1,
    actions: ['users:read'],
    applicationIds: [1],
  })
  const view = { screen: 'users', applicationId: 1, name: 'Banned', query: 'status=banned' }
  return {
    account: colleague.id,
    application: 1,
    apiKey: key?.id ?? 0,
    signingKey: signing.next.number,
    user: user?.id ?? 0,
    license: licenseId,
    device: 1,
    offlineFile: 1,
    preset: (await make<{ id: number }>('POST', `${base}/presets`, { name: 'Pro' })).id,
    shop: (await make<{ id: number }>('POST', `${base}/shops`, { provider: 'api', name: 'Tokens' })).id,
    shopCall: 1,
    order: 1,
    session: session?.id ?? 0,
    activity: first?.id ?? 0,
    blacklistEntry: (await make<{ id: number }>('POST', '/api/blacklist', entry)).id,
    webhook: hook.id,
    delivery,
    operation: undoId ?? '01890000-0000-7000-8000-000000000000',
    dashboardSession: dashboardSession?.id ?? '',
    passkey: 1,
    managementToken: token.id,
    savedView: (await make<{ id: number }>('POST', '/api/account/views', view)).id,
    member: 2,
    memberInvite: 1,
  }
}

/** A user of another application, whose clients go on when the first one is deleted. */
export async function userElsewhere(maker: Maker): Promise<Verified> {
  const make = async <T>(path: string, body: object) => (await maker.call('POST', path, body)).json() as Promise<T>
  const { id, apiKey } = await make<{ id: number; apiKey: string }>('/api/applications', { name: 'Elsewhere' })
  const wanted = { username: 'somebody', password: 'a long enough password' }
  const user = await make<{ id: number }>(`/api/applications/${id}/users`, wanted)
  return { apiKey, userIds: [user.id] }
}
