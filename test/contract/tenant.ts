import { randomUUID } from 'node:crypto'
import type { TestAccount, TestApp } from '../harness/create-test-app.ts'
import { offlineRequest } from '../harness/offline-request.ts'
import { sendSigned } from '../harness/shop-calls.ts'
import { testUser } from '../harness/test-stores.ts'

/** A developer's account with one record of every kind. */
export interface Tenant {
  readonly account: TestAccount
  readonly apiKey: string
  /** A management token for everything of the account, and one for its application alone; each may do all there is. */
  readonly token: string
  readonly narrowToken: string
  /** Token of an active session of the application's user. */
  readonly sessionToken: string
  /** Name of the application's user. */
  readonly username: string
  /** The public keys of its application. */
  readonly pins: readonly string[]
  readonly ids: Readonly<Record<ResourceKind, string | number>>
}

/** Kinds of records that have an ID. */
export type ResourceKind =
  | 'account'
  | 'application'
  | 'apiKey'
  | 'signingKey'
  | 'user'
  | 'license'
  | 'device'
  | 'preset'
  | 'offlineFile'
  | 'shop'
  | 'shopCall'
  | 'order'
  | 'session'
  | 'activity'
  | 'blacklistEntry'
  | 'webhook'
  | 'delivery'
  | 'operation'
  | 'dashboardSession'
  | 'passkey'
  | 'managementToken'
  | 'savedView'
  | 'member'
  | 'memberInvite'

/** An ID of the same kind that no record has. */
export const missingIds: Readonly<Record<ResourceKind, string | number>> = {
  account: 987_654,
  application: 987_654,
  apiKey: 987_654,
  signingKey: 987_654,
  user: 987_654_321,
  license: 987_654,
  device: 987_654,
  preset: 987_654,
  offlineFile: 987_654,
  shop: 987_654,
  shopCall: 987_654,
  order: 987_654,
  session: 987_654,
  activity: 987_654,
  blacklistEntry: 987_654,
  webhook: 987_654,
  delivery: 'msg_01890000-0000-7000-8000-000000000000',
  operation: '01890000-0000-7000-8000-000000000000',
  dashboardSession: 'AAAAAAAAAAAAAAAAAAAAAA',
  passkey: 987_654,
  managementToken: 987_654,
  savedView: 987_654,
  member: 987_654,
  memberInvite: 987_654,
}

const everyAction = [
  ...['applications:read', 'applications:write', 'users:read', 'users:write', 'licenses:read', 'licenses:write'],
  ...['activity:read', 'blacklist:read', 'blacklist:write', 'webhooks:read', 'webhooks:write', 'messages:read'],
  ...['messages:write', 'orders:read', 'orders:write'],
]

/**
 * Creates the records of an account. `promotions` tells signing keys of two tenants apart, whose numbers begin at 1 in
 * each application.
 */
export async function seedTenant(test: TestApp, account: TestAccount, promotions = 0): Promise<Tenant> {
  const make = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const made = await account.api<T>(method, path, body)
    if (made.status !== 200) throw new Error(`${method} ${path}: ${made.status} ${made.text}`)
    return made.body
  }
  const { id: application, apiKey: formerKey } = await make<{ id: number; apiKey: string }>(
    'POST',
    '/api/applications',
    { name: `Tenant ${account.id}` },
  )
  const base = `/api/applications/${application}`
  const { apiKey } = await make<{ apiKey: string }>('POST', `${base}/api-keys`, { grace: '30d' })
  if (apiKey === formerKey) throw new Error('the key was not rotated')
  const keys = await make<{ id: number; isCurrent: boolean }[]>('GET', `${base}/api-keys`)
  let signing = await make<{ next: { number: number } }>('GET', `${base}/signing-keys`)
  for (let n = 0; n < promotions; n += 1) signing = await make('POST', `${base}/signing-keys/promote`)
  const someone = {
    ...testUser,
    username: `user of ${application}`,
    hwid: 'the bound one',
    createdAt: test.clock.now(),
  }
  const user = await test.stores.transaction((tx) => tx.appUsers.insert(application, someone))
  const { id: license } = await make<{ id: number }>('POST', `${base}/licenses/generate`, {})
  const { id: preset } = await make<{ id: number }>('POST', `${base}/presets`, { name: 'Pro' })
  const { id: withToken } = await make<{ id: number }>('POST', `${base}/shops`, { provider: 'api', name: 'Tokens' })
  const connected = await make<{ id: number; url: string; secret: string }>('POST', `${base}/shops`, {
    provider: 'generic',
    name: 'Own shop',
  })
  const { id: shop } = connected
  const products = [{ product: 'pro', presetId: preset, quantityAs: 'keys', keyFrom: 'ours' }]
  for (const id of [withToken, shop]) await make('PATCH', `${base}/shops/${id}`, { products })
  await sendSigned(test, connected, { event: 'order.paid', order_id: `order of ${application}`, product: 'pro' })
  const [shopCall] = await make<{ id: number }[]>('GET', `${base}/shops/${shop}/calls`)
  const [order] = await make<{ id: number }[]>('GET', `${base}/orders`)
  // Nothing is sent to a local address, test mails neither.
  const smtp = { host: '127.0.0.1', port: 2525, security: 'tls', username: null, from: 'shop@example.com' }
  await make('PATCH', `${base}/mail`, { smtp })
  const entry = { applicationId: application, type: 'username', value: `blocked by ${application}` }
  const { id: blacklistEntry } = await make<{ id: number }>('POST', '/api/blacklist', entry)
  // Nothing is sent to a local address: the attempt fails at once and is stored.
  const hook = { applicationId: application, url: 'http://127.0.0.1:9/' }
  const { id: webhook } = await make<{ id: number }>('POST', '/api/webhooks', hook)
  const { id: delivery } = await make<{ id: string }>('POST', `/api/webhooks/${webhook}/test`, { event: 'user_login' })
  const { undoId: operation = '' } = await make<{ undoId?: string }>('POST', `${base}/users/${user}/reset-hwid`)
  const started = await test.call<{ session_token: string }>('POST', '/api/v1/session/track', {
    body: { action: 'start', user_id: user },
    headers: { 'x-api-key': apiKey },
  })
  const [session] = await make<{ id: number }[]>('GET', `${base}/sessions`)
  const device = await test.stores.transaction(async (tx) => {
    const at = test.clock.now()
    await tx.appUsers.bindHwid(application, user, 'the first one', at)
    await tx.devices.bind(application, user, { hwid: 'another one', name: null, ip: '192.0.2.1', at }, 2)
    return (await tx.devices.list(application, user)).at(-1)?.id ?? 0
  })
  const pins = (await test.stores.signingKeys.list(application)).map(({ publicKey }) => publicKey)
  const request = offlineRequest({ pins, hwid: 'the first one', user: someone.username })
  const { id: offlineFile } = await make<{ id: number }>('POST', `${base}/offline-licenses`, { request, userId: user })
  const [activity] = await make<{ id: number }[]>('GET', `/api/activity-logs?applicationId=${application}`)
  const [dashboardSession] = await make<{ id: string }[]>('GET', '/api/account/sessions')
  const passkey = await test.stores.transaction((tx) =>
    tx.passkeys.insert({
      accountId: account.id,
      credentialId: randomUUID(),
      publicKey: 'AAAA',
      signCount: 0,
      transports: [],
      name: 'A key',
      isSynced: false,
      createdAt: test.clock.now(),
    }),
  )
  const mayAll = { name: 'shop', days: 30, actions: everyAction }
  const wide = await make<{ id: number; token: string }>('POST', '/api/account/tokens', mayAll)
  const narrow = await make<{ token: string }>('POST', '/api/account/tokens', {
    ...mayAll,
    applicationIds: [application],
  })
  const view = { screen: 'users', applicationId: application, name: 'Banned', query: 'status=banned' }
  const { id: savedView } = await make<{ id: number }>('POST', '/api/account/views', view)
  const invited = { email: `invited${application}@example.com`, role: 'viewer' }
  const { id: memberInvite } = await make<{ id: number }>('POST', `${base}/members`, invited)
  const member = await test.stores.transaction(async (tx) => {
    const at = test.clock.now()
    const email = `member${application}@example.com`
    const id = await tx.accounts.insert({ email, passwordHash: '', role: 'user', permissions: [], at })
    await tx.members.insert({ applicationId: application, accountId: id, role: 'viewer', addedBy: account.id }, at)
    return id
  })
  const ids = {
    account: account.id,
    application,
    apiKey: keys.find(({ isCurrent }) => !isCurrent)?.id ?? 0,
    signingKey: signing.next.number,
    user,
    license,
    device,
    preset,
    offlineFile,
    shop,
    shopCall: shopCall?.id ?? 0,
    order: order?.id ?? 0,
    session: session?.id ?? 0,
    activity: activity?.id ?? 0,
    blacklistEntry,
    webhook,
    delivery,
    operation,
    dashboardSession: dashboardSession?.id ?? '',
    passkey: passkey?.id ?? 0,
    managementToken: wide.id,
    savedView,
    member,
    memberInvite,
  }
  const lacking = Object.entries(ids).filter(([, id]) => !id)
  if (lacking.length > 0) throw new Error(`not furnished: ${lacking.map(([name]) => name).join(', ')}`)
  const sessionToken = started.body.session_token
  return {
    account,
    apiKey,
    token: wide.token,
    narrowToken: narrow.token,
    sessionToken,
    username: someone.username,
    pins,
    ids,
  }
}
