import { maxOrderQuantity, renewalGraceDays } from '../../../shared/shops.ts'
import { dayMs } from '../../store/columns.ts'
import type { OrderHold } from '../../store/licenses/order-hold.ts'
import { type Order, orderRank } from '../../store/selling/orders.ts'
import type { Shop, ShopProduct } from '../../store/selling/shops.ts'
import type { Period, SubscriptionFacts } from '../../store/selling/subscriptions.ts'
import type { Sale } from './shop-event.ts'

/** What a sale comes to. The order of the lines is the precedence. */
export type SaleDecision =
  | { readonly outcome: 'repeated' | 'unmatched' | 'waiting' | 'refunded' }
  | { readonly outcome: 'paid'; readonly product: ShopProduct }

export function decideSale(
  order: Pick<Order, 'soldAt' | 'rank'>,
  sale: Sale,
  shop: ReversalSettings & Mapped,
): SaleDecision {
  if (order.soldAt !== null) return { outcome: 'repeated' }
  if (holdOf(order.rank, shop) === 'refunded') return { outcome: 'refunded' }
  const product = sale.products.flatMap((ref) => shop.products.find((each) => each.product === ref) ?? [])[0]
  if (!product || sale.quantity > maxOrderQuantity) return { outcome: 'unmatched' }
  // The shop sends its key in another event.
  if (product.keyFrom === 'shop' && sale.key === null) return { outcome: 'waiting' }
  return { outcome: 'paid', product }
}

type ReversalSettings = Pick<Shop, 'onRefund' | 'onDispute'>
type Mapped = Pick<Shop, 'products'>

/** Why the licenses of an order don't work; null: they do. */
export function holdOf(rank: Order['rank'], { onRefund, onDispute }: ReversalSettings): OrderHold | null {
  if (rank === orderRank.refunded) return onRefund === 'act' ? 'refunded' : null
  if (rank === orderRank.disputed) return onDispute === 'act' ? 'disputed' : null
  return null
}

/** How an order is shown that was delivered. */
export function statusOf(rank: Order['rank']): 'paid' | 'disputed' | 'refunded' {
  if (rank === orderRank.refunded) return 'refunded'
  return rank === orderRank.disputed ? 'disputed' : 'paid'
}

/**
 * When the access of a subscription ends: some days after its last paid period, or when the subscription was ended,
 * unless a later period begins. Reckoned from all that is known, so that the order of the events doesn't matter. null:
 * no period is known, and it wasn't ended.
 */
export function subscriptionEnd({ periods, endedAt }: SubscriptionFacts): Date | null {
  const sorted = periods.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime())
  const last = sorted.at(-1)
  if (!last) return endedAt
  const end = last.endsAt.getTime() + renewalGraceDays * dayMs
  if (endedAt === null || startOf(last, sorted) >= endedAt.getTime()) return new Date(end)
  return new Date(Math.min(end, endedAt.getTime()))
}

/** When a period begins: as the shop says, or where the one before ends. */
function startOf(period: Period, sorted: readonly Period[]): number {
  const before = sorted[sorted.indexOf(period) - 1]
  return period.startsAt?.getTime() ?? before?.endsAt.getTime() ?? Number.NEGATIVE_INFINITY
}
