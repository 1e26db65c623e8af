import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { orderPageHours } from '../../../shared/shops.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { isUnguessable } from './order-reference.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'POST /api/portal/:slug/order'>

const shownMs = orderPageHours * 60 * 60 * 1000

/**
 * The keys of an order, for who knows its reference: the shop sends the buyer here after the payment. Whatever else there
 * is (no such order, another application's, an older one, a refund, a shop without this page) is answered alike.
 */
export function orderKeyHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, lists, clock } = context
  return {
    'POST /api/portal/:slug/order': async ({ params: { slug }, body: { ref }, request }) => {
      const { id } = await context.findPortal(request, slug)
      const since = new Date(clock.nowMs() - shownMs)
      const found = await context.findOrder(clientIp(request), async () =>
        isUnguessable(ref) ? await stores.orders.licensesForBuyer(id, ref, since) : undefined,
      )
      if (!found) throw new Problem('order_not_found')
      const keys = await lists.licenses.keysOf(id, found.licenseIds)
      return {
        keys: found.licenseIds.flatMap((licenseId) => keys.get(licenseId) ?? []),
        shown_until: new Date(found.soldAt.getTime() + shownMs),
        is_test: found.isTest,
      }
    },
  }
}
