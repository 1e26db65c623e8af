import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import type { Api } from '../../src/shared/contract/index.ts'
import { offlineRequest } from '../harness/offline-request.ts'
import { portalCases } from './portal-cases.ts'
import type { RouteCase } from './route-case.ts'
import { shopCases } from './shop-cases.ts'
import type { Tenant } from './tenant.ts'

const application = { path: { id: 'application' } } as const
const user = { path: { id: 'application', userId: 'user' } } as const
const device = { path: { id: 'application', userId: 'user', deviceId: 'device' } } as const
const license = { path: { id: 'application', licenseId: 'license' } } as const
const preset = { path: { id: 'application', presetId: 'preset' } } as const
const newLicense = { ...application, body: { presetId: 'preset' } } as const
const key = { path: { id: 'application', keyId: 'apiKey' } } as const
const operation = { path: { id: 'application', operationId: 'operation' } } as const
const member = { path: { id: 'application', accountId: 'member' } } as const
const webhook = { path: { id: 'webhook' } } as const
const delivery = { path: { id: 'webhook', deliveryId: 'delivery' } } as const
const account = { path: { userId: 'account' } } as const
const ofApplication = { query: { applicationId: 'application' } } as const

const template = { fixed: { language: 'node' } } as const
const templateSource = readShippedSample('node')

const password = 'plenty of letters here'
const someUsers = (own: Tenant) => ({ selection: { ids: [own.ids.user] }, action: { type: 'pause' } })
const someLicenses = (own: Tenant) => ({ selection: { ids: [own.ids.license] }, action: { type: 'deactivate' } })
const manyUsers = {
  ...application,
  body: { 'selection.ids.0': 'user', 'selection.except.0': 'user', 'selection.filter.licenseId': 'license' },
} as const
const manyLicenses = {
  ...application,
  body: { 'selection.ids.0': 'license', 'selection.except.0': 'license', 'selection.filter.presetId': 'preset' },
} as const
const messages = {
  ...{ loginSuccess: '', loginFailed: '', accountDisabled: '' },
  ...{ accountExpired: '', versionMismatch: '', hwidMismatch: '' },
}
const passkey = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const newPasskey = { ...passkey, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const token = 'a token that nobody made'
const nobody = { username: 'nobody', password }

/** One entry for every route of the contract: without one this does not compile, and the test names it. */
export const routeCases: Readonly<Record<keyof Api, RouteCase>> = {
  'POST /api/setup': { send: () => ({ token, email: 'late@example.com', password }) },
  'POST /api/auth/login': { send: () => ({ email: 'nobody@example.com', password }) },
  'POST /api/auth/remember': {},
  'GET /api/auth/user': {},
  'POST /api/logout': {},
  'POST /api/auth/second-factor': { send: () => ({ ticket: token, code: '123456' }) },
  'POST /api/auth/second-factor/passkey': { send: () => ({ ticket: token }) },
  'POST /api/auth/passkey/options': {},
  'POST /api/auth/passkey': { send: () => ({ passkey }) },
  'POST /api/auth/forgot-password': { send: () => ({ email: 'nobody@example.com' }) },
  'POST /api/auth/reset-password': { send: () => ({ token, password }) },
  'GET /api/auth/options': {},
  'POST /api/auth/firebase-session': { send: () => ({ idToken: token }) },
  'POST /api/auth/demo-login': {},
  'POST /api/auth/invite/check': { send: () => ({ token }) },
  'POST /api/auth/invite': { send: () => ({ token, password }) },

  'GET /api/account': {},
  'PATCH /api/account': { send: () => ({ timeZone: 'Europe/Berlin' }) },
  'POST /api/account/prove': { send: () => ({ code: '123456' }) },
  'POST /api/account/prove/passkey': {},
  'POST /api/account/password': { send: () => ({ currentPassword: 'not this one', newPassword: password }) },
  'GET /api/account/sessions': {},
  'DELETE /api/account/sessions/:id': { path: { id: 'dashboardSession' } },
  'POST /api/account/sign-out-everywhere': {},
  'POST /api/account/totp': {},
  'POST /api/account/totp/confirm': { send: () => ({ code: '123456' }) },
  'DELETE /api/account/totp': {},
  'POST /api/account/recovery-codes': {},
  'GET /api/account/passkeys': {},
  'POST /api/account/passkeys/options': {},
  'POST /api/account/passkeys': { send: () => ({ name: 'Key', response: newPasskey }) },
  'PATCH /api/account/passkeys/:id': { path: { id: 'passkey' }, send: () => ({ name: 'Renamed' }) },
  'DELETE /api/account/passkeys/:id': { path: { id: 'passkey' } },
  'GET /api/account/tokens': {},
  'POST /api/account/tokens': {
    body: { 'applicationIds.0': 'application' },
    send: (own) => ({ name: 'shop', days: 1, actions: ['users:read'], applicationIds: [own.ids.application] }),
  },
  'DELETE /api/account/tokens/:id': { path: { id: 'managementToken' } },
  'GET /api/account/views': {},
  'POST /api/account/views': {
    body: { applicationId: 'application' },
    send: (own) => ({ screen: 'users', applicationId: own.ids.application, name: `View ${Math.random()}`, query: '' }),
  },
  'PATCH /api/account/views/:viewId': { path: { viewId: 'savedView' }, send: () => ({ query: 'status=banned' }) },
  'DELETE /api/account/views/:viewId': { path: { viewId: 'savedView' } },

  'GET /api/admin/users': {},
  'POST /api/admin/users': { send: () => ({ email: `new${Math.random()}@example.com` }) },
  'PATCH /api/admin/users/:userId': { ...account, send: () => ({ isActive: false }) },
  'DELETE /api/admin/users/:userId': account,
  'GET /api/admin/users/:userId/heir': account,
  'POST /api/admin/users/:userId/invite': account,
  'GET /api/admin/users/:userId/sessions': account,
  'DELETE /api/admin/users/:userId/sessions/:sessionId': {
    path: { userId: 'account', sessionId: 'dashboardSession' },
  },
  'GET /api/admin/users/:userId/history': account,
  'GET /api/audit': {
    query: { accountId: 'account', applicationId: 'application' },
    filters: ['accountId'],
  },

  'GET /api/system': {},
  'GET /api/system/backups': {},
  'POST /api/system/backups': { send: () => ({}) },
  'POST /api/system/backups/:id/rehearse': { fixed: { id: '987654' } },

  'GET /api/applications/:id/members': application,
  'POST /api/applications/:id/members': {
    ...application,
    send: () => ({ email: `new${Math.random()}@example.com`, role: 'viewer' }),
  },
  'DELETE /api/applications/:id/member-invites/:inviteId': {
    path: { id: 'application', inviteId: 'memberInvite' },
  },
  'PATCH /api/applications/:id/members/:accountId': { ...member, send: () => ({ role: 'support' }) },
  'DELETE /api/applications/:id/members/:accountId': member,
  'POST /api/applications/:id/transfer': {
    ...application,
    body: { accountId: 'member' },
    send: (own) => ({ accountId: own.ids.member, confirmName: `Tenant ${own.ids.account}` }),
  },
  'POST /api/applications/:id/transfer/accept': application,
  'DELETE /api/applications/:id/transfer': application,
  'POST /api/account/invites/accept': { send: () => ({ token }) },

  'GET /api/applications': {},
  'POST /api/applications': { send: () => ({ name: 'Another' }) },
  'GET /api/applications/:id': application,
  'PATCH /api/applications/:id': { ...application, send: () => ({ description: 'changed' }) },
  'DELETE /api/applications/:id': application,
  'GET /api/stats': {},
  'GET /api/applications/:id/stats': application,
  'GET /api/applications/:id/stats/events': application,
  'GET /api/applications/:id/stats/clients': application,
  'GET /api/applications/:id/stats/expiries': application,
  'GET /api/applications/:id/signing-keys': application,
  'POST /api/applications/:id/signing-keys/promote': application,
  'POST /api/applications/:id/signing-keys/:number/revoke': { path: { id: 'application', number: 'signingKey' } },
  'GET /api/applications/:id/api-keys': application,
  'POST /api/applications/:id/api-keys': { ...application, send: () => ({}) },
  'POST /api/applications/:id/api-keys/:keyId/reveal': key,
  'POST /api/applications/:id/api-key-uses': { ...application, send: () => ({ use: 'copy' }) },
  'DELETE /api/applications/:id/api-keys/:keyId': key,

  'GET /api/applications/:id/users': { ...application, query: { licenseId: 'license' }, filters: ['licenseId'] },
  'POST /api/applications/:id/users': {
    ...application,
    send: () => ({ username: `new${Math.random()}`, password: 'a password' }),
  },
  'GET /api/applications/:id/users/:userId': user,
  'PUT /api/applications/:id/users/:userId': { ...user, send: () => ({ email: 'changed@example.com' }) },
  'DELETE /api/applications/:id/users/:userId': user,
  'POST /api/applications/:id/users/:userId/password-link': user,
  'GET /api/applications/:id/users/:userId/devices': user,
  'PATCH /api/applications/:id/users/:userId/devices/:deviceId': { ...device, send: () => ({ name: 'Laptop' }) },
  'DELETE /api/applications/:id/users/:userId/devices/:deviceId': device,
  'POST /api/applications/:id/users/:userId/pause': user,
  'POST /api/applications/:id/users/:userId/unpause': user,
  'POST /api/applications/:id/users/:userId/reset-hwid': user,
  'POST /api/applications/:id/users/:userId/ban': { ...user, send: () => ({ reason: 'shared the key' }) },
  'POST /api/applications/:id/users/:userId/unban': user,
  'GET /api/applications/:id/users/:userId/inspection': user,
  'POST /api/applications/:id/login-check': { ...application, send: () => ({ username: 'somebody' }) },
  'GET /api/applications/:id/sessions': { ...application, query: { userId: 'user' }, filters: ['userId'] },
  'DELETE /api/applications/:id/sessions': { ...application, query: { userId: 'user' }, filters: ['userId'] },
  'DELETE /api/applications/:id/sessions/:sessionId': { path: { id: 'application', sessionId: 'session' } },
  'GET /api/applications/:id/users/export': { ...application, query: { licenseId: 'license' }, filters: ['licenseId'] },
  'GET /api/applications/:id/licenses/export': { ...application, query: { presetId: 'preset' }, filters: ['presetId'] },
  'POST /api/applications/:id/imports': {
    ...application,
    query: { presetId: 'preset' },
    search: { kind: 'licenses', format: 'list' },
    file: { type: 'text/csv', text: 'IMPORTED-0001\n' },
  },

  'POST /api/applications/:id/users/bulk/preview': {
    ...manyUsers,
    filters: Object.keys(manyUsers.body),
    send: someUsers,
  },
  'POST /api/applications/:id/users/bulk': { ...manyUsers, send: (own) => ({ ...someUsers(own), token }) },
  'POST /api/applications/:id/licenses/bulk/preview': {
    ...manyLicenses,
    filters: Object.keys(manyLicenses.body),
    send: someLicenses,
  },
  'POST /api/applications/:id/licenses/bulk': { ...manyLicenses, send: (own) => ({ ...someLicenses(own), token }) },
  'GET /api/applications/:id/operations': application,
  'GET /api/applications/:id/operations/:operationId': operation,
  'POST /api/applications/:id/operations/:operationId/stop': operation,
  'POST /api/applications/:id/operations/:operationId/undo': operation,

  'GET /api/applications/:id/licenses': { ...application, query: { presetId: 'preset' }, filters: ['presetId'] },
  'GET /api/applications/:id/licenses/summary': application,
  'GET /api/applications/:id/licenses/generate': application,
  'GET /api/applications/:id/licenses/short-keys': application,
  'POST /api/applications/:id/licenses/generate': { ...newLicense, send: (own) => ({ presetId: own.ids.preset }) },
  'GET /api/applications/:id/licenses/mask': { ...application, search: { mask: 'KW-****-****-****' } },
  'POST /api/applications/:id/licenses/batch': {
    ...newLicense,
    send: (own) => ({ count: 2, presetId: own.ids.preset }),
  },
  'POST /api/applications/:id/licenses': { ...newLicense, send: (own) => ({ presetId: own.ids.preset }) },
  'GET /api/applications/:id/licenses/:licenseId': license,
  'PATCH /api/applications/:id/licenses/:licenseId': { ...license, send: () => ({ description: 'changed' }) },
  'POST /api/applications/:id/licenses/:licenseId/pause': { ...license, send: () => ({ reason: 'shared' }) },
  'POST /api/applications/:id/licenses/:licenseId/unpause': { ...license, send: () => ({ giveBack: true }) },
  'POST /api/applications/:id/licenses/:licenseId/ban': { ...license, send: () => ({ reason: 'shared' }) },
  'POST /api/applications/:id/licenses/:licenseId/unban': license,
  'DELETE /api/applications/:id/licenses/:licenseId': license,
  'GET /api/applications/:id/presets': application,
  'POST /api/applications/:id/presets': { ...application, send: () => ({ name: `Preset ${Math.random()}` }) },
  'PATCH /api/applications/:id/presets/:presetId': { ...preset, send: () => ({ features: { updates: true } }) },
  'DELETE /api/applications/:id/presets/:presetId': preset,
  'GET /api/applications/:id/offline-licenses': {
    ...application,
    query: { userId: 'user', licenseId: 'license' },
    filters: ['userId', 'licenseId'],
  },
  'POST /api/applications/:id/offline-licenses': {
    ...application,
    body: { userId: 'user', licenseId: 'license' },
    send: ({ ids, pins, username: name }) => ({
      request: offlineRequest({ pins, hwid: 'the first one', user: name }),
      userId: ids.user,
    }),
  },
  'DELETE /api/applications/:id/offline-licenses/:fileId': { path: { id: 'application', fileId: 'offlineFile' } },
  ...shopCases,
  'GET /api/applications/:id/mail': application,
  'PATCH /api/applications/:id/mail': { ...application, send: () => ({ fromName: 'A shop' }) },
  'POST /api/applications/:id/mail/test': application,
  'GET /api/applications/:id/orders': application,
  'GET /api/applications/:id/orders/:orderId': { path: { id: 'application', orderId: 'order' } },
  'POST /api/applications/:id/orders': {
    ...application,
    references: ['order_id', 'item_id', 'subscription_id'],
    send: () => ({ event: 'order.paid', order_id: `order ${Math.random()}`, product: 'pro' }),
  },

  'GET /api/activity-logs': {
    query: { applicationId: 'application', userId: 'user', id: 'activity' },
    filters: ['userId', 'id'],
  },
  'GET /api/activity-logs/export': {
    query: { applicationId: 'application', userId: 'user', id: 'activity' },
    filters: ['userId', 'id'],
  },
  'GET /api/activity-logs/retention': ofApplication,
  'POST /api/search': {
    body: { applicationId: 'application' },
    send: (own) => ({ q: 'somebody', applicationId: own.ids.application }),
  },
  'GET /api/applications/:id/users/:userId/ban-everywhere': user,
  'POST /api/applications/:id/users/:userId/ban-everywhere': { ...user, send: () => ({ types: ['username'] }) },
  'POST /api/applications/:id/users/:userId/unban-everywhere': user,
  'GET /api/blacklist': ofApplication,
  'POST /api/blacklist': {
    body: { applicationId: 'application' },
    send: (own) => ({ applicationId: own.ids.application, type: 'username', value: `new${Math.random()}` }),
  },
  'GET /api/blacklist/check': { ...ofApplication, search: { type: 'username', value: 'somebody' } },
  'POST /api/blacklist/import': {
    body: { applicationId: 'application' },
    send: (own) => ({ applicationId: own.ids.application, type: 'username', text: 'mallory', isDryRun: false }),
  },
  'DELETE /api/blacklist/:id': { path: { id: 'blacklistEntry' } },

  'GET /api/webhooks': ofApplication,
  'POST /api/webhooks': {
    body: { applicationId: 'application' },
    send: (own) => ({ applicationId: own.ids.application, url: 'http://127.0.0.1:9/' }),
  },
  'GET /api/webhooks/:id': webhook,
  'PUT /api/webhooks/:id': { ...webhook, send: () => ({ isActive: false }) },
  'DELETE /api/webhooks/:id': webhook,
  'POST /api/webhooks/:id/rotate-secret': { ...webhook, send: () => ({}) },
  'POST /api/webhooks/:id/test': { ...webhook, send: () => ({ event: 'user_login' }) },
  'POST /api/webhooks/:id/redeliver': { ...webhook, send: () => ({ since: '2026-01-01T00:00:00.000Z' }) },
  'GET /api/webhooks/:id/deliveries': webhook,
  'GET /api/webhooks/:id/deliveries/:deliveryId': delivery,
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': delivery,
  'GET /api/custom-messages': ofApplication,
  'PUT /api/custom-messages': { send: () => messages },
  'POST /api/custom-messages/reset': {},
  'GET /api/code-templates': {},
  'GET /api/code-templates/:language': template,
  'PUT /api/code-templates/:language': { ...template, send: () => ({ source: `${templateSource}// changed\n` }) },
  'DELETE /api/code-templates/:language': template,

  'POST /api/v1/login': { send: () => nobody },
  'POST /api/v1/register': { send: () => ({ username: `new${Math.random()}`, password }) },
  'POST /api/auth/register': { send: () => ({ username: `new${Math.random()}`, password }) },
  'POST /api/v1/license': { send: () => ({ license_key: 'none' }) },
  'POST /api/v1/redeem': { send: () => ({ ...nobody, license_key: 'none' }) },
  'POST /api/v1/verify': { body: { user_id: 'user' }, send: (own) => ({ user_id: own.ids.user }) },
  'POST /api/v1/session/track': {
    body: { user_id: 'user' },
    send: (own) => ({ action: 'start', user_id: own.ids.user }),
  },
  ...portalCases,
}
