import { answer, derived, type Parts, pages } from './keys.ts'

/** The shops of an application, their calls and the orders. */
export const shopKeys = {
  list: (id: number) => answer('GET /api/applications/:id/shops', id),
  callsOf: (id: number) => derived('GET /api/applications/:id/shops/:shopId/calls', id),
  calls: (id: number, shopId: number) => derived('GET /api/applications/:id/shops/:shopId/calls', id, shopId),
  ordersOf: (id: number) => pages('GET /api/applications/:id/orders', id),
  orders: (id: number, ...of: Parts) => pages('GET /api/applications/:id/orders', id, ...of),
  orderOf: (id: number) => derived('GET /api/applications/:id/orders/:orderId', id),
  order: (id: number, orderId: number) => answer('GET /api/applications/:id/orders/:orderId', id, orderId),
} as const
