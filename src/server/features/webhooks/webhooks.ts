import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { configurationHandlers } from './configuration.ts'
import { type DeliveryDeps, deliveryHandlers } from './deliveries.ts'

/** Webhooks and their deliveries. */
export function webhookHandlers(deps: DeliveryDeps): Handlers<typeof webhookRoutes> {
  return { ...configurationHandlers(deps), ...deliveryHandlers(deps) }
}
