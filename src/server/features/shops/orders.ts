import type { shopRoutes } from '../../../shared/contract/shops.ts'
import { findApplication, maySee } from '../../http/auth/application-access.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { fieldValueError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { maskedLicenseKey } from '../../lib/tokens.ts'
import type { Order } from '../../store/selling/orders.ts'
import { genericMessage } from './adapters/generic.ts'
import { type ShopMessage, UnreadableCall } from './shop-event.ts'
import type { ShopDeps } from './shops.ts'
import { takeEvents } from './take-events.ts'

type OrderRoutes = Pick<typeof shopRoutes, Extract<keyof typeof shopRoutes, `${string}/orders${string}`>>

/** Orders: the list of them, and those that a program sends with a token. */
export function orderHandlers({ stores, clock, recorder, bus, mailQueue }: ShopDeps): Handlers<OrderRoutes> {
  const withShops = async (applicationId: number, orders: readonly Order[]) => {
    const shops = await stores.shops.names(applicationId, [...new Set(orders.map(({ shopId }) => shopId))])
    return orders.flatMap((order) => {
      const shop = shops.get(order.shopId)
      if (!shop || order.status === 'reversal') return []
      return [{ ...order, status: order.status, shop, licenseIds: [...order.licenseIds] }]
    })
  }

  return {
    'GET /api/applications/:id/orders': async ({ caller, params: { id }, query: { q, status, ...page } }) => {
      await findApplication(stores, caller, id, 'look')
      return pagedList(page, {
        sort: 'id:desc',
        sortedBy: 'number',
        read: async (after, size) => {
          const { rows, next } = await stores.orders.list(id, { q, status }, after, size)
          return { rows: await withShops(id, rows), next }
        },
        show: (order) => order,
      })
    },

    'GET /api/applications/:id/orders/:orderId': async ({ caller, params: { id, orderId } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      const found = await stores.orders.find(id, orderId)
      const [order] = found ? await withShops(id, [found]) : []
      if (!order) throw new Problem('order_not_found')
      const keys = await stores.licenses.keysOf(id, order.licenseIds)
      const isMasked = !maySee(caller, application, 'licenseKey')
      const licenses = [...keys].map(([licenseId, key]) => ({
        id: licenseId,
        licenseKey: isMasked ? maskedLicenseKey(key) : key,
      }))
      return { ...order, licenses }
    },

    'POST /api/applications/:id/orders': async ({ params: { id }, body, ...actor }) => {
      const message = readSent(() => genericMessage(body))
      const taken = await stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const connected = await tx.shops.findByProvider(id, 'api')
        const shop = connected && (await tx.shops.lock(id, connected.id))
        if (!shop) throw new Problem('shop_not_found')
        const now = clock.now()
        const source = { ip: clientIp(actor.request), userAgent: '' }
        const taken = await takeEvents({ tx, recorder, mailQueue, shop, now, ...source }, message.events)
        await tx.shops.called(id, shop.id, now)
        await audit(tx, actor, 'order.send', ofApplication(id, `, shop ${shop.id}`), now, message.event)
        return taken
      })
      bus.publishChange(id, ['order', 'license'])
      if (taken.outcome === 'unmatched') throw new Problem('product_not_mapped')
      return { order_id: body.order_id, keys: [...taken.keys] }
    },
  }
}

function readSent(read: () => ShopMessage): ShopMessage {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableCall) throw fieldValueError(error.field ?? 'event', 'is required')
    throw error
  }
}
