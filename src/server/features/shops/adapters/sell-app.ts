import { z } from 'zod'
import type { ShopAdapter, ShopEvent } from '../shop-event.ts'
import { BuyerEmail, Ref, readJson, readValue } from './read-json.ts'
import { isSignedBy } from './signatures.ts'

const dynamicWebhook = 'dynamic webhook'

/**
 * Sell.app's dynamic webhook, whose answer it shows to the buyer, and its webhook for disputes. Its documentation shows the
 * envelope of events alone: the order of a dynamic webhook is read with and without it.
 */
export const sellApp: ShopAdapter = {
  verify({ header, body, secrets }) {
    const signature = header('signature')
    return signature !== undefined && secrets.some((secret) => isSignedBy(secret, [body], [signature], 'hex'))
  },
  read(body) {
    const sent = readJson(Sent, body)
    const { event = dynamicWebhook, data = sent } = sent
    const read = readers[event]
    const isSale = read === readSale
    return { eventRef: '', event, events: read?.(data) ?? [], delivery: isSale ? 'text' : 'none' }
  },
}

const Sent = z.looseObject({
  event: z
    .string()
    .regex(/^[\w.]{1,100}$/)
    .optional(),
  data: z.looseObject({}).optional(),
})

const Order = z.object({
  id: Ref,
  customer_information: z.object({ email: BuyerEmail }).nullish(),
  // Without the quantity the wrong number of keys would be delivered, which nobody sees.
  product_variants: z.array(z.object({ id: Ref, product_id: Ref.nullish(), quantity: z.int().positive() })).nonempty(),
})

/** Each variant of an order is an item. */
function readSale(data: unknown): ShopEvent[] {
  const { id: order, customer_information: customer, product_variants: variants } = readValue(Order, data)
  return variants.map(({ id, product_id: product, quantity }) => ({
    ...{ type: 'paid', order, item: id, quantity, email: customer?.email ?? null },
    ...{ subscription: null, period: null, key: null, isTest: false },
    products: [id, product].filter((ref) => typeof ref === 'string'),
  }))
}

const Disputed = z.object({ id: Ref })

const readDispute = (data: unknown): ShopEvent[] => [
  { type: 'disputed', orders: [readValue(Disputed, data).id], item: '', isPartial: false },
]

const readers: Readonly<Record<string, (data: unknown) => ShopEvent[]>> = {
  [dynamicWebhook]: readSale,
  'order.completed': readSale,
  'order.disputed': readDispute,
}
