import { exampleValues } from '../../src/shared/call-examples.ts'
import { createTestApp, type TestApp } from '../harness/create-test-app.ts'
import { offlineRequest } from '../harness/offline-request.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

/** What a snippet of the guide finds on the server: the application, user, license … that its values stand for. */
export interface GuideScene {
  readonly ids: Readonly<Record<SceneId, string>>
  /** The snippet with this scene's values in place of the examples'. */
  fill(code: string): string
  /** The text of a response with the examples' values in place of this scene's. */
  unfill(text: string): string
}

type SceneId =
  | ('application' | 'user' | 'license' | 'preset' | 'order' | 'session' | 'offlineFile')
  | ('blacklistEntry' | 'webhook' | 'delivery' | 'operation')

/** The shipped app on a port of this computer, and as many scenes in it as there are snippets. */
export interface GuideServer {
  readonly test: TestApp
  /** `hasUser` is false for the call that registers the user. */
  scene(options?: { readonly hasUser?: boolean; readonly hasSession?: boolean }): Promise<GuideScene>
  close(): Promise<void>
}

const receiverAddress = 'https://hooks.example.com/keywright'
const password = 'correct horse battery staple'
const hwid = '9f86d081884c7d659a2feaa0c55ad015'
const everyAction = [
  ...['applications:read', 'applications:write', 'users:read', 'users:write', 'licenses:read', 'licenses:write'],
  ...['activity:read', 'blacklist:read', 'blacklist:write', 'webhooks:read', 'webhooks:write', 'messages:read'],
  'messages:write',
  ...['orders:read', 'orders:write'],
]

/** Starts the server of the scenes. */
export async function startGuideServer(): Promise<GuideServer> {
  const receiver = await startReceiver()
  const env = { RATE_LIMIT_SCALE: '1000', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
  const test = await createTestApp({ env })
  const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    test,
    scene: (options) => openScene(test, origin, receiver.url, options ?? {}),
    async close() {
      await test.close()
      await receiver.close()
    },
  }
}

async function openScene(
  test: TestApp,
  origin: string,
  receiverUrl: string,
  { hasUser = true, hasSession = true }: { readonly hasUser?: boolean; readonly hasSession?: boolean },
): Promise<GuideScene> {
  const account = await test.account()
  const make = async <T = { id: number }>(method: string, path: string, body?: object): Promise<T> => {
    const made = await account.api<T>(method, path, body)
    if (made.status !== 200) throw new Error(`${method} ${path}: ${made.status} ${made.text}`)
    return made.body
  }
  const named = { name: 'My Game App', description: 'The desktop edition' }
  const { id: application, apiKey } = await make<{ id: number; apiKey: string }>('POST', '/api/applications', named)
  const base = `/api/applications/${application}`
  await make('PATCH', base, { version: '1.0.0' })
  const client = (path: string, body: object) =>
    test.call('POST', `/api/v1/${path}`, { body, headers: { 'x-api-key': apiKey } })
  const license = await make('POST', `${base}/licenses`, {
    licenseKey: 'KW-ABCDE-FGHJK-LMNPQ-RSTUV',
    description: 'Order 1000',
  })
  const preset = await make('POST', `${base}/presets`, { name: 'Basic', features: { projects: 3 } })
  const shop = await make('POST', `${base}/shops`, { provider: 'api', name: 'Own shop' })
  const products = [{ product: 'pro', presetId: preset.id, quantityAs: 'keys', keyFrom: 'ours' }]
  await make('PATCH', `${base}/shops/${shop.id}`, { products })
  // The refund comes first, so that no key is made: the scene has one license.
  for (const event of ['order.refunded', 'order.paid']) {
    await make('POST', `${base}/orders`, { event, order_id: 'A-1000', product: 'pro' })
  }
  const [order] = (await account.api<{ id: number }[]>('GET', `${base}/orders`)).body
  const user = hasUser
    ? (await make('POST', `${base}/users`, { username: 'ada', password, email: 'ada@example.com', hwid })).id
    : 0
  if (hasUser) await client('login', { username: 'ada', password, version: '1.0.0', hwid })
  if (hasUser && hasSession) {
    const session_token = exampleValues.sessionToken
    await client('session/track', { action: 'start', user_id: user, session_token, hwid })
  }
  const other = await make('POST', `${base}/users`, { username: 'bea', password, hwid: 'her device' })
  const [session] = await make<{ id: number }[]>('GET', `${base}/sessions`)
  await make('GET', `${base}/signing-keys`)
  const pins = (await test.stores.signingKeys.list(application)).map(({ publicKey }) => publicKey)
  // mail may break lines elsewhere, or not at all
  const requestOf = (name: string, device: string) =>
    offlineRequest({ pins, user: name, hwid: device }).trim().replaceAll('\n', ' ')
  const file = await make('POST', `${base}/offline-licenses`, {
    ...{ request: requestOf('bea', 'her device'), userId: other.id },
  })
  const entry = { applicationId: application, type: 'username', value: 'mallory', reason: 'Chargeback' }
  const blacklistEntry = await make('POST', '/api/blacklist', entry)
  const hook = { applicationId: application, url: receiverUrl, events: ['user_login', 'login_failed'] }
  const webhook = await make('POST', '/api/webhooks', hook)
  const delivery = await make('POST', `/api/webhooks/${webhook.id}/test`, { event: 'user_login' })
  const { undoId } = await make<{ undoId: string }>('POST', `${base}/users/${other.id}/reset-hwid`)
  const { token } = await make<{ token: string }>('POST', '/api/account/tokens', {
    ...{ name: 'shop', days: 30, actions: everyAction },
  })
  const ids = {
    ...{ application, user, license: license.id, preset: preset.id },
    ...{ order: order?.id ?? 0, session: session?.id ?? 0, offlineFile: file.id },
    ...{ blacklistEntry: blacklistEntry.id, webhook: webhook.id, delivery: delivery.id, operation: undoId },
  }
  const texts = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
  const preview = async (code: string) => previewToken(account.api, base, code, license.id)
  return sceneOf(
    texts as GuideScene['ids'],
    { origin, apiKey, token, receiverUrl, request: requestOf('ada', hwid) },
    await previews(preview),
  )
}

interface Access {
  readonly origin: string
  readonly apiKey: string
  readonly token: string
  readonly receiverUrl: string
  /** Of the user's program, for an offline file. */
  readonly request: string
}

interface Previews {
  readonly users: string
  readonly licenses: string
}

const previews = async (preview: (kind: keyof Previews) => Promise<string>): Promise<Previews> => ({
  users: await preview('users'),
  licenses: await preview('licenses'),
})

/** The token of the preview that the example of a bulk action sends back. */
async function previewToken(
  api: (method: string, path: string, body: unknown) => Promise<{ body: unknown }>,
  base: string,
  kind: string,
  license: number,
): Promise<string> {
  const bodies = {
    users: { selection: { filter: { status: 'active' } }, action: { type: 'pause' } },
    licenses: { selection: { ids: [license] }, action: { type: 'deactivate' } },
  }
  const { body } = await api('POST', `${base}/${kind}/bulk/preview`, bodies[kind as keyof Previews])
  return (body as { token: string }).token
}

function sceneOf(
  ids: GuideScene['ids'],
  { origin, apiKey, token, receiverUrl, request }: Access,
  tokens: Previews,
): GuideScene {
  const unique = new Map<string, string>([
    [exampleValues.origin, origin],
    [exampleValues.apiKey, apiKey],
    [exampleValues.token, token],
    [exampleValues.offlineRequest, request],
    [exampleValues.user, ids.user],
    [exampleValues.license, ids.license],
    [exampleValues.session, ids.session],
    [exampleValues.delivery, ids.delivery],
    [exampleValues.operation, ids.operation],
  ])
  // All in one pass: a real ID may contain the example of another.
  const anyExample = new RegExp([...unique.keys()].map((example) => RegExp.escape(example)).join('|'), 'g')
  /** Small numbers, which stand for the application and the like only where their place says so. */
  const placed = [
    [/(applications\/|applicationId["']*\s*(?:=>|[:=])\s*)7\b/g, ids.application],
    [/(presets\/)17\b/g, ids.preset],
    [/(orders\/)5821\b/g, ids.order],
    [/(offline-licenses\/)8\b/g, ids.offlineFile],
    [/(webhooks\/)3\b/g, ids.webhook],
    [/(blacklist\/)12\b/g, ids.blacklistEntry],
  ] as const
  /** What differs between two runs of a response, or would be no example. */
  const shown = [
    // Without a user the scene has no id of one to replace.
    ...(ids.user === '0' ? [] : [[ids.user, exampleValues.user] as const]),
    [ids.delivery, exampleValues.delivery],
    [ids.operation, exampleValues.operation],
    [apiKey, exampleValues.apiKey],
    [receiverUrl, receiverAddress],
    [origin, exampleValues.origin],
    [`app_${ids.application}.`, `app_${exampleValues.application}.`],
    ['127.0.0.1', '203.0.113.7'],
    ['lightMyRequest', 'MyGame/1.0.0'],
    [/(OFFLINE LICENSE-----\\n)[^-].*?(\\n-----END)/g, '$1…$2'],
    [/maker\d+@/g, 'you@'],
    [/whsec_[\w+/=]+/g, 'whsec_YOUR_SECRET'],
    [/ak_[\w-]{20,}/g, exampleValues.apiKey],
  ] as const
  return {
    ids,
    fill(code) {
      const preview = code.includes('/licenses/') ? tokens.licenses : tokens.users
      const filled = code.replace(anyExample, (example) => unique.get(example) ?? example)
      return placed
        .reduce((text, [place, real]) => text.replace(place, `$1${real}`), filled)
        .replaceAll(exampleValues.previewToken, preview)
    },
    unfill: (text) => shown.reduce((changed, [real, example]) => changed.replaceAll(real, example), text),
  }
}
