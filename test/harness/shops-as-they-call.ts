import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import type { ShopProviderId } from '../../src/shared/shops.ts'

/** What a shop tells of one order, in its own words. */
export type ShopStep = 'paid' | 'disputed' | 'won' | 'refunded'

/** A shop's calls: bodies and headers as its own library or documentation makes them. */
export interface CallingShop {
  readonly name: string
  readonly provider: Exclude<ShopProviderId, 'api'>
  /** What is mapped to a preset. */
  readonly product: string
  /** Pasted from the shop; undefined: made here. */
  readonly secret: string | undefined
  /** Nothing is signed: only the part named here decides. */
  readonly unsigned?: string
  readonly contentType: string
  /** How the keys come back. */
  readonly answers: 'text' | 'json' | 'nothing'
  /** Of the events that the shop sends. */
  readonly bodies: { readonly paid: (order: number) => string } & Partial<Record<ShopStep, (order: number) => string>>
  headers(body: string, secret: string, at: Date): Readonly<Record<string, string>>
}

const json = 'application/json'
const email = 'buyer@example.com'
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

let events = 0
const eventId = () => {
  events += 1
  return `evt_${events}`
}

const ofStripe = (type: string, object: object) =>
  JSON.stringify({ id: eventId(), object: 'event', type, livemode: true, created: 1, data: { object } })
const dispute = (order: number, status: string) => ({ charge: `ch_${order}`, payment_intent: `pi_${order}`, status })

const ofPaddle = (event_type: string, data: object) =>
  JSON.stringify({
    event_id: eventId(),
    event_type,
    occurred_at: '2026-11-23T12:00:00.000Z',
    notification_id: 'ntf_1',
    data,
  })
const adjustment = (order: number, action: string) =>
  ofPaddle('adjustment.updated', { transaction_id: `txn_${order}`, action, status: 'approved', type: 'full' })

const ofLemonSqueezy = (event_name: string, order: number, attributes: object) =>
  JSON.stringify({ meta: { event_name, test_mode: false }, data: { type: 'orders', id: String(order), attributes } })

const ofGumroad = (order: number, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    ...{ seller_id: 'seller==', sale_id: `sale-${order}==`, short_product_id: 'abc', product_id: 'long==' },
    ...{ email, quantity: '1', price: '1900', currency: 'usd', ...more },
  }).toString()

const ofGeneric = (event: string, order: number) =>
  JSON.stringify({ event, order_id: `order-${order}`, product: 'pro', quantity: 1, email })

export const callingShops: readonly CallingShop[] = [
  {
    ...{ name: 'Stripe', provider: 'stripe', product: 'plink_1', secret: 'whsec_of_stripe', contentType: json },
    answers: 'nothing',
    bodies: {
      paid: (order) =>
        ofStripe('checkout.session.completed', {
          ...{ id: `cs_${order}`, object: 'checkout.session', payment_status: 'paid', payment_intent: `pi_${order}` },
          ...{ payment_link: 'plink_1', subscription: null, invoice: null, metadata: {}, customer_details: { email } },
        }),
      disputed: (order) => ofStripe('charge.dispute.created', dispute(order, 'needs_response')),
      won: (order) => ofStripe('charge.dispute.closed', dispute(order, 'won')),
      refunded: (order) =>
        ofStripe('charge.refunded', {
          ...{ id: `ch_${order}`, payment_intent: `pi_${order}`, amount: 1900, amount_refunded: 1900 },
        }),
    },
    headers: (payload, secret, at) => ({
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at) }),
    }),
  },
  {
    ...{ name: 'Paddle', provider: 'paddle', product: 'pri_1', secret: 'pdl_ntfset_of_paddle', contentType: json },
    answers: 'nothing',
    bodies: {
      paid: (order) =>
        ofPaddle('transaction.completed', {
          ...{ id: `txn_${order}`, origin: 'web', subscription_id: null, custom_data: { email }, billing_period: null },
          items: [{ price: { id: 'pri_1', product_id: 'pro_1' }, quantity: 1 }],
        }),
      disputed: (order) => adjustment(order, 'chargeback'),
      won: (order) => adjustment(order, 'chargeback_reverse'),
      refunded: (order) => adjustment(order, 'refund'),
    },
    // the form that its library accepts: adapters.test.ts
    headers: (body, secret, at) => ({
      'paddle-signature': `ts=${seconds(at)};h1=${hmac(secret, `${seconds(at)}:${body}`)}`,
    }),
  },
  {
    ...{ name: 'Lemon Squeezy', provider: 'lemonsqueezy', product: '11', secret: undefined, contentType: json },
    answers: 'nothing',
    bodies: {
      paid: (order) =>
        ofLemonSqueezy('order_created', order, {
          ...{ user_email: email, status: 'paid', total: 1900 },
          first_order_item: { id: order, order_id: order, variant_id: 11, product_id: 10, quantity: 1 },
        }),
      refunded: (order) =>
        ofLemonSqueezy('order_refunded', order, { status: 'refunded', total: 1900, refunded_amount: 1900 }),
    },
    // its library has calls for setting webhooks up, and none that verifies one
    headers: (body, secret) => ({ 'x-signature': hmac(secret, body) }),
  },
  {
    ...{ name: 'Gumroad', provider: 'gumroad', product: 'abc', secret: 'seller==' },
    unsigned: 'seller_id=seller%3D%3D',
    contentType: 'application/x-www-form-urlencoded',
    answers: 'nothing',
    bodies: {
      paid: (order) => ofGumroad(order),
      disputed: (order) => ofGumroad(order, { resource_name: 'dispute', disputed: 'true' }),
      won: (order) => ofGumroad(order, { resource_name: 'dispute_won' }),
      refunded: (order) => ofGumroad(order, { resource_name: 'refund', refunded: 'true' }),
    },
    headers: () => ({}),
  },
  {
    ...{ name: 'SellAuth', provider: 'sellauth', product: '8', secret: 'the secret of SellAuth', contentType: json },
    answers: 'text',
    bodies: {
      // escaped as PHP's json_encode does, whose text is signed
      paid: (order) =>
        JSON.stringify({
          ...{ event: 'INVOICE.ITEM.DELIVER-DYNAMIC', id: order, unique_id: `8e32b8f24c4a0-${order}` },
          ...{ status: 'partially_completed', price: '25.00', currency: 'USD', amount: 1, gateway: 'STRIPE', email },
          ...{ ip: '203.0.113.42', country_code: 'US', user_agent: 'Mozilla/5.0 (Windows NT 10.0)', shop_id: 1 },
          item: { id: order, product_id: 6, variant_id: 8, quantity: 1 },
        }).replaceAll('/', '\\/'),
    },
    headers: (body, secret) => ({ 'x-signature': hmac(secret, body) }),
  },
  {
    ...{ name: 'Sell.app', provider: 'sellapp', product: '8', secret: 'the secret of Sell.app', contentType: json },
    answers: 'text',
    bodies: {
      paid: (order) =>
        JSON.stringify({
          ...{ id: order, customer_information: { id: 501, email }, store_id: 1 },
          product_variants: [{ id: 8, product_id: 6, title: 'Pro', quantity: 1 }],
        }),
      disputed: (order) => JSON.stringify({ event: 'order.disputed', data: { id: order }, store: 1 }),
    },
    headers: (body, secret) => ({ signature: hmac(secret, body) }),
  },
  {
    ...{ name: 'one’s own', provider: 'generic', product: 'pro', secret: undefined, contentType: json },
    answers: 'json',
    bodies: {
      paid: (order) => ofGeneric('order.paid', order),
      disputed: (order) => ofGeneric('order.disputed', order),
      won: (order) => ofGeneric('order.dispute_won', order),
      refunded: (order) => ofGeneric('order.refunded', order),
    },
    headers: (body, secret, at) => {
      const id = eventId()
      const signature = new Webhook(secret).sign(id, at, body)
      return { 'webhook-id': id, 'webhook-timestamp': String(seconds(at)), 'webhook-signature': signature }
    },
  },
]
