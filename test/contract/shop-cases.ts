import type { RouteCase } from './route-case.ts'

const application = { path: { id: 'application' } } as const
const shop = { path: { id: 'application', shopId: 'shop' } } as const

/** The calls about shops. */
export const shopCases = {
  'GET /api/applications/:id/shops': application,
  'POST /api/applications/:id/shops': {
    ...application,
    body: { 'products.0.presetId': 'preset' },
    send: (own) => ({
      ...{ provider: 'stripe', name: 'A shop' },
      products: [{ product: 'pro', presetId: own.ids.preset, quantityAs: 'keys', keyFrom: 'mail' }],
    }),
  },
  'PATCH /api/applications/:id/shops/:shopId': {
    ...shop,
    body: { 'products.0.presetId': 'preset' },
    send: (own) => ({
      products: [{ product: 'pro', presetId: own.ids.preset, quantityAs: 'keys', keyFrom: 'ours' }],
    }),
  },
  'DELETE /api/applications/:id/shops/:shopId': shop,
  'POST /api/applications/:id/shops/:shopId/rotate-secret': { ...shop, send: () => ({}) },
  'GET /api/applications/:id/shops/:shopId/calls': shop,
  'POST /api/applications/:id/shops/:shopId/calls/:callId/replay': {
    path: { id: 'application', shopId: 'shop', callId: 'shopCall' },
  },
} satisfies Readonly<Record<string, RouteCase>>
