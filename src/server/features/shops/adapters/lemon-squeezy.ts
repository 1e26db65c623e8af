import { z } from 'zod'
import type { ShopAdapter, ShopEvent } from '../shop-event.ts'
import { BuyerEmail, IsoTime, Ref, readJson, readValue } from './read-json.ts'
import { isSignedBy } from './signatures.ts'

/** Lemon Squeezy: the HMAC of the body alone, without a time. A repeated call changes nothing. */
export const lemonSqueezy: ShopAdapter = {
  verify({ header, body, secrets }) {
    const signature = header('x-signature')
    return signature !== undefined && secrets.some((secret) => isSignedBy(secret, [body], [signature], 'hex'))
  },
  read(body) {
    const { meta, data } = readJson(Envelope, body)
    const { event_name: event, test_mode: isTest = false } = meta
    const read = readers[event]
    return { eventRef: '', event, events: read ? read(data, isTest) : [], delivery: 'none' }
  },
}

const Envelope = z.object({
  meta: z.object({ event_name: Ref, test_mode: z.boolean().optional() }),
  data: z.object({ id: Ref, attributes: z.looseObject({}) }),
})
type Data = z.output<typeof Envelope>['data']

const Order = z.object({
  user_email: BuyerEmail,
  first_order_item: z.object({
    id: Ref,
    variant_id: Ref,
    product_id: Ref,
    quantity: z.int().positive().optional(),
  }),
})

function readOrder({ id, attributes }: Data, isTest: boolean): ShopEvent[] {
  const { user_email: email, first_order_item: item } = readValue(Order, attributes)
  return [
    {
      ...{ type: 'paid', order: id, item: item.id, quantity: item.quantity ?? 1, email: email ?? null, isTest },
      ...{ subscription: null, period: null, key: null },
      products: [item.variant_id, item.product_id],
    },
  ]
}

const LicenseKey = z.object({
  order_id: Ref,
  order_item_id: Ref,
  product_id: Ref,
  user_email: BuyerEmail,
  key: z.string().min(1).max(128),
})

/** The key that Lemon Squeezy made, for the same item that `order_created` names. */
function readLicenseKey({ attributes }: Data, isTest: boolean): ShopEvent[] {
  const { order_id: order, order_item_id: item, product_id, user_email, key } = readValue(LicenseKey, attributes)
  return [
    {
      ...{ type: 'paid', order, item, quantity: 1, email: user_email ?? null, key, isTest },
      ...{ subscription: null, period: null },
      products: [product_id],
    },
  ]
}

const RefundedOrder = z.object({ status: z.string(), total: z.int().nullish(), refunded_amount: z.int().nullish() })

function readRefund({ id, attributes }: Data): ShopEvent[] {
  const { status, total, refunded_amount: refunded } = readValue(RefundedOrder, attributes)
  const isPartial = status === 'partial_refund' || (refunded != null && total != null && refunded < total)
  return [{ type: 'refunded', orders: [id], item: '', isPartial }]
}

const Subscription = z.object({
  order_id: Ref,
  order_item_id: Ref,
  status: z.string(),
  renews_at: IsoTime.nullish(),
  ends_at: IsoTime.nullish(),
})

/** Only the subscription tells how long it is paid. While a payment fails, its date is that of the next attempt. */
function readSubscription({ id, attributes }: Data): ShopEvent[] {
  const { order_id: order, order_item_id: item, ...subscription } = readValue(Subscription, attributes)
  const endsAt = subscription.status === 'cancelled' ? subscription.ends_at : subscription.renews_at
  const isPaid = ['active', 'on_trial', 'cancelled'].includes(subscription.status)
  if (!isPaid || !endsAt) return []
  return [{ type: 'renewed', subscription: id, period: { startsAt: null, endsAt }, of: { order, item } }]
}

function readExpired({ id, attributes }: Data): ShopEvent[] {
  const { ends_at: at } = readValue(Subscription, attributes)
  return at ? [{ type: 'ended', subscription: id, at }] : []
}

const readers: Readonly<Record<string, (data: Data, isTest: boolean) => ShopEvent[]>> = {
  order_created: readOrder,
  license_key_created: readLicenseKey,
  order_refunded: readRefund,
  subscription_created: readSubscription,
  subscription_updated: readSubscription,
  subscription_expired: readExpired,
}
