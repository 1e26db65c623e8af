import { all, answer, derived, type Parts, pages } from './keys.ts'

export const webhookKeys = {
  /** The lists, of the account and of each application. */
  lists: pages('GET /api/webhooks', all),
  list: (applicationId: string | undefined) => pages('GET /api/webhooks', all, applicationId ?? all),
  every: derived('GET /api/webhooks/:id'),
  one: (id: string) => answer('GET /api/webhooks/:id', id),
  everyDelivery: derived('GET /api/webhooks/:id/deliveries'),
  deliveries: (id: string, ...of: Parts) => pages('GET /api/webhooks/:id/deliveries', id, ...of),
  delivery: (id: string, deliveryId: string) => answer('GET /api/webhooks/:id/deliveries/:deliveryId', id, deliveryId),
} as const
