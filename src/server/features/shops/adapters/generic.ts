import type { z } from 'zod'
import { GenericShopEvent } from '../../../../shared/contract/shops.ts'
import { type ShopAdapter, type ShopEvent, type ShopMessage, UnreadableCall } from '../shop-event.ts'
import { readJson } from './read-json.ts'
import { fiveMinutesMs, isRecent, isSignedBy } from './signatures.ts'

const secretPrefix = 'whsec_'

/** A shop of one's own, signed as Standard Webhooks are. */
export const genericShop: ShopAdapter = {
  verify({ header, body, secrets, now }) {
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
    if (id === undefined || signature === undefined || !isRecent(timestamp, now, fiveMinutesMs)) return false
    const sent = signature
      .split(' ')
      .filter((each) => each.startsWith('v1,'))
      .map((each) => each.slice('v1,'.length))
    const signed = [`${id}.${timestamp}.`, body]
    return secrets.some((secret) => isSignedBy(keyOf(secret), signed, sent, 'base64'))
  },
  read: (body, header) => ({
    ...genericMessage(readJson(GenericShopEvent, body)),
    eventRef: header('webhook-id') ?? '',
  }),
}

const keyOf = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), 'base64')

/** The event, also where it was sent with a token. */
export function genericMessage(sent: z.output<typeof GenericShopEvent>): ShopMessage {
  const event = eventOf(sent)
  return { eventRef: '', event: sent.event, events: [event], delivery: event.type === 'paid' ? 'by-accept' : 'none' }
}

function eventOf(sent: z.output<typeof GenericShopEvent>): ShopEvent {
  const { event, order_id: order, item_id: item = '', subscription_id: subscription = null, period_end: end } = sent
  const period = end === undefined ? null : { startsAt: null, endsAt: end }
  const isPartial = false
  switch (event) {
    case 'order.paid':
      return {
        ...{ type: 'paid', order, item, subscription, period, key: null },
        products: [required(sent.product, 'product')],
        quantity: sent.quantity ?? 1,
        email: sent.email ?? null,
        isTest: sent.test ?? false,
      }
    case 'order.refunded':
      return { type: 'refunded', orders: [order], item, isPartial }
    case 'order.disputed':
      return { type: 'disputed', orders: [order], item, isPartial }
    case 'order.dispute_won':
      return { type: 'dispute_won', orders: [order], item, isPartial }
    case 'subscription.renewed':
      return {
        ...{ type: 'renewed', of: null },
        subscription: required(sent.subscription_id, 'subscription_id'),
        period: { startsAt: null, endsAt: required(end, 'period_end') },
      }
    case 'subscription.ended':
      return {
        type: 'ended',
        subscription: required(sent.subscription_id, 'subscription_id'),
        at: required(end, 'period_end'),
      }
  }
}

function required<T>(value: T | null | undefined, field: string): T {
  if (value == null) throw new UnreadableCall(`The field "${field}" is missing.`, field)
  return value
}
