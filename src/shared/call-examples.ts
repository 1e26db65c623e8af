import type { z } from 'zod'
import type { Api } from './contract/index.ts'

/** Values that stand for the reader's own. The tests put those of a running server in their place. */
export const exampleValues = {
  origin: 'http://localhost:3000',
  apiKey: 'YOUR_API_KEY',
  token: 'YOUR_TOKEN',
  application: '7',
  apiKeyId: '21',
  user: '184467440',
  license: '4102',
  preset: '17',
  order: '5821',
  offlineFile: '8',
  offlineRequest: 'REQUEST_OF_THE_PROGRAM',
  session: '90210',
  blacklistEntry: '12',
  webhook: '3',
  delivery: 'msg_0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21',
  operation: '0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e22',
  previewToken: 'TOKEN_OF_THE_PREVIEW',
  sessionToken: 'sess_3f2b8a1c9d7e4f60a5b1c2d3e4f50617_1767225600',
} as const

const user = Number(exampleValues.user)
const application = Number(exampleValues.application)
const license = Number(exampleValues.license)
const password = 'correct horse battery staple'
const manyUsers = { selection: { filter: { status: 'active' } }, action: { type: 'pause' } } as const
const oneLicense = { selection: { ids: [license] }, action: { type: 'deactivate' as const } }
const hwid = '9f86d081884c7d659a2feaa0c55ad015'

/** What a call sends beside the ids in its path. A call without an entry sends nothing more. */
export const callExamples: { readonly [Call in keyof Api]?: Example<Call> } = {
  'POST /api/v1/register': {
    username: 'ada',
    password,
    email: 'ada@example.com',
    license_key: 'KW-ABCDE-FGHJK-LMNPQ-RSTUV',
    version: '1.0.0',
    hwid,
  },
  'POST /api/v1/login': { username: 'ada', password, version: '1.0.0', hwid },
  'POST /api/v1/verify': { user_id: user, session_token: exampleValues.sessionToken },
  'POST /api/applications': { name: 'My Game App', description: 'The desktop edition' },
  'PATCH /api/applications/:id': { version: '1.1', registrationMode: 'license' },
  'GET /api/stats': { range: '7d' },
  'GET /api/applications/:id/stats/events': { range: '7d' },
  'GET /api/applications/:id/users': { status: 'active', limit: '2' },
  'POST /api/applications/:id/users': { username: 'grace', password, expiresAt: '2030-01-31T12:00:00.000Z' },
  'PUT /api/applications/:id/users/:userId': { email: 'grace@example.com', expiresAt: null },
  'PATCH /api/applications/:id/users/:userId/devices/:deviceId': { name: 'Laptop' },
  'POST /api/applications/:id/users/:userId/ban': { reason: 'Shared the account' },
  'POST /api/applications/:id/login-check': { username: 'ada', version: '1.0.0' },
  'GET /api/applications/:id/users/export': { format: 'json' },
  'GET /api/applications/:id/sessions': { limit: '2' },
  'GET /api/applications/:id/licenses': { status: 'active', limit: '2' },
  'GET /api/applications/:id/licenses/mask': { mask: 'GAME-****-****-****' },
  'POST /api/applications/:id/licenses': { maxUsers: 1, validityDays: 30, description: 'Order 1001' },
  'POST /api/applications/:id/licenses/generate': { maxUsers: 1, validityDays: 30 },
  'POST /api/applications/:id/licenses/batch': { count: 2, mask: 'GAME-****-****-****', validityDays: 30 },
  'PATCH /api/applications/:id/licenses/:licenseId': { expiresAt: '2030-01-31T12:00:00.000Z' },
  'POST /api/applications/:id/licenses/:licenseId/ban': { reason: 'Charged back' },
  'POST /api/applications/:id/presets': { name: 'Pro', validityDays: 365, features: { export: true, projects: 10 } },
  'PATCH /api/applications/:id/presets/:presetId': { features: { export: true, projects: 25 } },
  'GET /api/applications/:id/offline-licenses': { limit: '2' },
  'POST /api/applications/:id/offline-licenses': { request: exampleValues.offlineRequest, userId: user, days: 30 },
  'GET /api/applications/:id/orders': { limit: '2' },
  'POST /api/applications/:id/orders': { event: 'order.paid', order_id: 'A-1001', product: 'pro' },
  'GET /api/applications/:id/licenses/export': { format: 'json' },
  'POST /api/applications/:id/users/bulk/preview': manyUsers,
  'POST /api/applications/:id/users/bulk': { ...manyUsers, token: exampleValues.previewToken },
  'POST /api/applications/:id/licenses/bulk/preview': oneLicense,
  'POST /api/applications/:id/licenses/bulk': { ...oneLicense, token: exampleValues.previewToken },
  'GET /api/activity-logs': { applicationId: exampleValues.application, limit: '2' },
  'GET /api/activity-logs/export': { applicationId: exampleValues.application, format: 'json' },
  'GET /api/activity-logs/retention': { applicationId: exampleValues.application },
  'GET /api/blacklist': { applicationId: exampleValues.application },
  'POST /api/blacklist': { applicationId: application, type: 'ip', value: '203.0.113.7', reason: 'Chargeback' },
  'GET /api/blacklist/check': { applicationId: exampleValues.application, type: 'username', value: 'mallory' },
  'POST /api/blacklist/import': {
    applicationId: application,
    type: 'ip',
    text: '203.0.113.7, chargeback\n198.51.100.0/24',
    isDryRun: false,
  },
  'GET /api/webhooks': { applicationId: exampleValues.application },
  'POST /api/webhooks': {
    applicationId: application,
    url: 'https://hooks.example.com/keywright',
    events: ['user_login', 'login_failed'],
  },
  'PUT /api/webhooks/:id': { isActive: false },
  'POST /api/webhooks/:id/test': { event: 'user_login' },
  'POST /api/webhooks/:id/redeliver': { since: '2026-01-01T00:00:00.000Z' },
  'GET /api/custom-messages': { applicationId: exampleValues.application },
  'PUT /api/custom-messages': { loginSuccess: 'Welcome back!' },
}

/** The body of a call as it is sent; of a call without one, its query. */
type Example<Call extends keyof Api> = Api[Call] extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : Api[Call] extends { readonly query: infer Query extends z.ZodType }
    ? z.input<Query>
    : never

/** The three calls of a session are one route. */
export const sessionExamples = {
  start: { action: 'start', user_id: user, session_token: exampleValues.sessionToken, hwid },
  heartbeat: { action: 'heartbeat', session_token: exampleValues.sessionToken },
  end: { action: 'end', session_token: exampleValues.sessionToken },
} as const satisfies Readonly<Record<string, Example<'POST /api/v1/session/track'>>>

/** The path of a call with the ids of the examples. */
export function examplePath(path: string): string {
  const own = path.startsWith('/api/webhooks/')
    ? exampleValues.webhook
    : path.startsWith('/api/blacklist/')
      ? exampleValues.blacklistEntry
      : exampleValues.application
  const ids: Readonly<Record<string, string>> = {
    id: own,
    userId: exampleValues.user,
    licenseId: exampleValues.license,
    presetId: exampleValues.preset,
    orderId: exampleValues.order,
    fileId: exampleValues.offlineFile,
    deviceId: 'first',
    keyId: exampleValues.apiKeyId,
    sessionId: exampleValues.session,
    operationId: exampleValues.operation,
    deliveryId: exampleValues.delivery,
  }
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = ids[name]
    if (value === undefined) throw new Error(`There is no example of :${name} in ${path}`)
    return value
  })
}
