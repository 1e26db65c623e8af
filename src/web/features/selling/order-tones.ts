import type { OrderStatus } from '../../../shared/shops.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** How the status of an order looks. */
export const orderTones: Readonly<Record<OrderStatus, BadgeTone>> = {
  paid: 'ok',
  disputed: 'warn',
  refunded: 'bad',
  waiting: 'neutral',
  unmatched: 'warn',
}
