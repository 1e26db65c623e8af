import { z } from 'zod'
import type { ShopAdapter, ShopEvent } from '../shop-event.ts'
import { BuyerEmail, IsoTime, Ref, readJson, readValue } from './read-json.ts'
import { isRecent, isSignedBy, threeDaysMs, valuesOf } from './signatures.ts'

/** Paddle Billing: `ts=…;h1=…`, where any h1 may be right. It repeats a call for three days. */
export const paddle: ShopAdapter = {
  verify({ header, body, secrets, now }) {
    const signature = header('paddle-signature')
    if (signature === undefined) return false
    const [timestamp] = valuesOf(signature, ';', 'ts')
    if (!isRecent(timestamp, now, threeDaysMs)) return false
    const sent = valuesOf(signature, ';', 'h1')
    return secrets.some((secret) => isSignedBy(secret, [`${timestamp}:`, body], sent, 'hex'))
  },
  read(body) {
    const { event_id: eventRef, event_type: event, data } = readJson(Envelope, body)
    const read = readers[event]
    return { eventRef, event, events: read ? read(data) : [], delivery: 'none' }
  },
}

const Envelope = z.object({ event_id: Ref, event_type: Ref, data: z.looseObject({}) })

const Transaction = z.object({
  id: Ref,
  origin: z.string().nullish(),
  subscription_id: Ref.nullish(),
  custom_data: z.object({ email: BuyerEmail }).nullish().catch(null),
  billing_period: z.object({ starts_at: IsoTime, ends_at: IsoTime }).nullish(),
  items: z.array(z.object({ price: z.object({ id: Ref, product_id: Ref.nullish() }), quantity: z.int().positive() })),
})

/** A payment of a running subscription renews it; every other one is a sale. */
function readTransaction(data: unknown): ShopEvent[] {
  const paid = readValue(Transaction, data)
  const { subscription_id: subscription = null, billing_period: billed } = paid
  const period = billed ? { startsAt: billed.starts_at, endsAt: billed.ends_at } : null
  if (subscription !== null && paid.origin === 'subscription_recurring') {
    return period ? [{ type: 'renewed', subscription, period, of: null }] : []
  }
  return paid.items.map(({ price, quantity }) => ({
    ...{ type: 'paid', order: paid.id, item: price.id, quantity, subscription, period, key: null, isTest: false },
    products: [price.id, price.product_id].filter((ref) => typeof ref === 'string'),
    email: paid.custom_data?.email ?? null,
  }))
}

const Adjustment = z.object({
  transaction_id: Ref,
  action: z.string(),
  status: z.string(),
  type: z.string().nullish(),
})

function readAdjustment(data: unknown): ShopEvent[] {
  const { transaction_id: order, action, status, type } = readValue(Adjustment, data)
  const reversal = { orders: [order] as [string], item: '', isPartial: false }
  // A refund waits for Paddle's approval, and may be rejected.
  if (action === 'refund' && status === 'approved') {
    return [{ ...reversal, type: 'refunded', isPartial: type === 'partial' }]
  }
  if (action === 'chargeback' && status !== 'reversed') return [{ ...reversal, type: 'disputed' }]
  if (action === 'chargeback_reverse') return [{ ...reversal, type: 'dispute_won' }]
  return []
}

const Subscription = z.object({ id: Ref, canceled_at: IsoTime })

function readCanceled(data: unknown): ShopEvent[] {
  const { id, canceled_at: at } = readValue(Subscription, data)
  return [{ type: 'ended', subscription: id, at }]
}

const readers: Readonly<Record<string, (data: unknown) => ShopEvent[]>> = {
  'transaction.completed': readTransaction,
  'adjustment.created': readAdjustment,
  'adjustment.updated': readAdjustment,
  'subscription.canceled': readCanceled,
}
