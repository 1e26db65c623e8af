import type { RouteCase } from './route-case.ts'

const application = { path: { id: 'application' } } as const
const portal = { fixed: { slug: 'nobodys-portal' } } as const
const password = 'plenty of letters here'
const nobody = { username: 'nobody', password }

/** The calls of the portal, and of its logo. */
export const portalCases = {
  'GET /api/applications/:id/portal-logo': application,
  'PUT /api/applications/:id/portal-logo': { ...application, send: () => ({ logo: 'iVBORw0KGgo=' }) },
  'GET /api/portal/:slug': portal,
  'POST /api/portal/:slug/sign-in': { ...portal, send: () => nobody },
  'POST /api/portal/:slug/sign-out': portal,
  'POST /api/portal/:slug/code': { ...portal, send: () => ({ license_key: 'KW-NONE' }) },
  'POST /api/portal/:slug/forgot': { ...portal, send: () => ({ username: 'nobody' }) },
  'POST /api/portal/:slug/order': { ...portal, send: () => ({ ref: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' }) },
  'POST /api/portal/:slug/reset': {
    ...portal,
    send: () => ({ username: 'nobody', code: '12345678', new_password: password }),
  },
  'POST /api/portal/:slug/set-password': { ...portal, send: () => ({ token: 'none', new_password: password }) },
  'POST /api/portal/:slug/first-password': {
    ...portal,
    send: () => ({ username: 'nobody', license_key: 'KW-NONE', new_password: password }),
  },
  'POST /api/portal/:slug/recover-key': { ...portal, send: () => ({ email: 'nobody@example.com' }) },
  'POST /api/portal/:slug/email': { ...portal, send: () => ({ email: 'nobody@example.com' }) },
  'POST /api/portal/:slug/claim': { ...portal, send: () => nobody },
  'GET /api/portal/:slug/me': portal,
  'GET /api/portal/:slug/devices': portal,
  'DELETE /api/portal/:slug/devices/:deviceId': { fixed: { slug: 'nobodys-portal', deviceId: 'none' } },
  'GET /api/portal/:slug/sessions': portal,
  'DELETE /api/portal/:slug/sessions/:sessionId': { fixed: { slug: 'nobodys-portal', sessionId: 'p1' } },
  'POST /api/portal/:slug/password': { ...portal, send: () => ({ old_password: password, new_password: password }) },
  'POST /api/portal/:slug/redeem': { ...portal, send: () => ({ license_key: 'KW-NONE' }) },
} satisfies Readonly<Record<string, RouteCase>>
