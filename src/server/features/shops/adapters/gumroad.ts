import { z } from 'zod'
import { equalsConstantTime } from '../../../lib/tokens.ts'
import type { ShopAdapter, ShopEvent } from '../shop-event.ts'
import { BuyerEmail, IsoTime, Ref, readValue } from './read-json.ts'

/**
 * Gumroad signs nothing: who calls the address must know its random part, and names the seller, whose ID stands for the
 * secret here. Bodies are forms.
 */
export const gumroad: ShopAdapter = {
  verify({ body, secrets }) {
    const seller = new URLSearchParams(body.toString('utf8')).get('seller_id')
    return seller !== null && secrets.some((secret) => equalsConstantTime(seller, secret))
  },
  read(body) {
    const ping = readValue(Ping, Object.fromEntries(new URLSearchParams(body)))
    const event = ping.resource_name ?? 'sale'
    return { eventRef: '', event, events: readers[event]?.(ping) ?? [], delivery: 'none' }
  },
}

const Ping = z.object({
  resource_name: Ref.optional(),
  sale_id: Ref.optional(),
  short_product_id: Ref.optional(),
  product_id: Ref.optional(),
  quantity: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .optional(),
  email: BuyerEmail,
  license_key: z.string().min(1).max(128).optional(),
  subscription_id: Ref.optional(),
  sale_timestamp: IsoTime.optional(),
  recurrence: z.string().optional(),
  is_recurring_charge: z.string().optional(),
  ended_at: IsoTime.optional(),
  refunded: z.string().optional(),
  test: z.string().optional(),
})
type Ping = z.output<typeof Ping>

/** A charge of a running subscription renews it; every other one is a sale. */
function readSale(ping: Ping): ShopEvent[] {
  const { sale_id: order, subscription_id: subscription = null } = ping
  if (order === undefined) return []
  const period = periodOf(ping)
  if (ping.is_recurring_charge === 'true' && subscription !== null) {
    return period ? [{ type: 'renewed', subscription, period, of: null }] : []
  }
  return [
    {
      ...{ type: 'paid', order, item: '', quantity: ping.quantity ?? 1, subscription, period },
      products: [ping.short_product_id, ping.product_id].filter((ref) => ref !== undefined),
      email: ping.email ?? null,
      key: ping.license_key ?? null,
      isTest: ping.test === 'true',
    },
  ]
}

const months: Readonly<Record<string, number>> = {
  monthly: 1,
  quarterly: 3,
  biannually: 6,
  yearly: 12,
  every_two_years: 24,
}

/** Gumroad tells when a period begins and how long it lasts. */
function periodOf({ sale_timestamp: startsAt, recurrence = '' }: Ping) {
  const length = months[recurrence]
  if (!startsAt || length === undefined) return null
  const endsAt = new Date(startsAt)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + length)
  return { startsAt, endsAt }
}

const reversal =
  (type: 'refunded' | 'disputed' | 'dispute_won') =>
  ({ sale_id: order, refunded }: Ping): ShopEvent[] =>
    order === undefined
      ? []
      : [{ type, orders: [order], item: '', isPartial: type === 'refunded' && refunded !== 'true' }]

function readEnd({ subscription_id: subscription, ended_at: at }: Ping): ShopEvent[] {
  return subscription !== undefined && at ? [{ type: 'ended', subscription, at }] : []
}

const readers: Readonly<Record<string, (ping: Ping) => ShopEvent[]>> = {
  sale: readSale,
  refund: reversal('refunded'),
  dispute: reversal('disputed'),
  dispute_won: reversal('dispute_won'),
  subscription_ended: readEnd,
}
