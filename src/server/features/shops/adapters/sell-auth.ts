import { z } from 'zod'
import type { ShopAdapter } from '../shop-event.ts'
import { BuyerEmail, Ref, readJson } from './read-json.ts'
import { isSignedBy } from './signatures.ts'

/** SellAuth's dynamic delivery: it shows the answer to the buyer. */
export const sellAuth: ShopAdapter = {
  verify({ header, body, secrets }) {
    const signature = header('x-signature')
    return signature !== undefined && secrets.some((secret) => isSignedBy(secret, [body], [signature], 'hex'))
  },
  read(body) {
    const { event } = readJson(Envelope, body)
    if (event !== 'INVOICE.ITEM.DELIVER-DYNAMIC') return { eventRef: '', event, events: [], delivery: 'none' }
    const { unique_id: order, email, item } = readJson(Delivery, body)
    return {
      ...{ eventRef: '', event, delivery: 'text' },
      events: [
        {
          ...{ type: 'paid', order, item: item.id, quantity: item.quantity, email: email ?? null },
          ...{ subscription: null, period: null, key: null, isTest: false },
          products: [item.variant_id, item.product_id].filter((ref) => typeof ref === 'string'),
        },
      ],
    }
  },
}

const Envelope = z.object({ event: z.string().min(1).max(100) })

const Delivery = z.object({
  unique_id: Ref,
  email: BuyerEmail,
  item: z.object({ id: Ref, product_id: Ref, variant_id: Ref.nullish(), quantity: z.int().positive() }),
})
