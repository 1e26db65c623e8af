import { createHmac } from 'node:crypto'
import { Paddle } from '@paddle/paddle-node-sdk'
import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { type ShopAdapter, UnreadableCall } from '../shop-event.ts'
import { gumroad } from './gumroad.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { paddle } from './paddle.ts'
import { sellApp } from './sell-app.ts'
import { sellAuth } from './sell-auth.ts'
import { stripe } from './stripe.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const seconds = now.getTime() / 1000

interface Signed {
  readonly adapter: ShopAdapter
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const verifies = ({ adapter, secret, headers, body }: Signed, changed: Partial<Record<'at' | 'body', unknown>> = {}) =>
  adapter.verify({
    header: (name) => headers[name],
    body: Buffer.from((changed.body as string | Buffer | undefined) ?? body),
    secrets: ['another secret', secret],
    now: (changed.at as Date | undefined) ?? now,
  })
const later = (ms: number) => new Date(now.getTime() + ms)
const hexHmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

const stripeSecret = 'whsec_of_stripe'
const stripeBody = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: true, created: seconds, data: { object } })
/** Signed by Stripe's own library. */
const stripeHeaders = (payload: string) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: stripeSecret, timestamp: seconds }),
})

const paddleSecret = 'pdl_ntfset_of_paddle'
const paddleBody = (event_type: string, data: object) =>
  JSON.stringify({ event_id: 'evt_1', event_type, occurred_at: now.toISOString(), notification_id: 'ntf_1', data })
const paddleHeaders = (body: string, at = seconds) => ({
  'paddle-signature': `ts=${at};h1=${hexHmac(paddleSecret, `${at}:${body}`)}`,
})

const session = {
  ...{ id: 'cs_1', payment_status: 'paid', payment_intent: 'pi_1', payment_link: 'plink_1', subscription: null },
  ...{ invoice: null, metadata: {}, customer_details: { email: 'buyer@example.com' } },
}
const sold = stripeBody('checkout.session.completed', session)
const completed = paddleBody('transaction.completed', {
  ...{ id: 'txn_1', origin: 'web', subscription_id: null, custom_data: null, billing_period: null },
  items: [{ price: { id: 'pri_1', product_id: 'pro_1' }, quantity: 2 }],
})
const lemonOrder = JSON.stringify({
  meta: { event_name: 'order_created', test_mode: false },
  data: {
    ...{ id: '7', type: 'orders' },
    attributes: {
      user_email: 'b@example.com',
      first_order_item: { id: 9, variant_id: 11, product_id: 10, quantity: 1 },
    },
  },
})
const delivery = JSON.stringify({
  ...{ event: 'INVOICE.ITEM.DELIVER-DYNAMIC', id: 1, unique_id: 'abc-1', email: 'b@example.com' },
  item: { id: 5, product_id: 6, variant_id: 8, quantity: 3 },
})
/** The order as Sell.app's own library types it. */
const sellAppOrder = {
  ...{ id: 236, store_id: 1, coupon_id: null, subscription_id: null },
  customer_information: { id: 501, email: 'b@example.com', country: 'US', ip: '203.0.113.42', proxied: false },
  product_variants: [{ id: 8, product_id: 6, title: 'Pro', quantity: 3 }],
}
const dynamic = JSON.stringify(sellAppOrder)
const ping =
  'seller_id=seller%3D%3D&sale_id=sale%3D&short_product_id=abc&quantity=1&email=b%40example.com&license_key=A-B'

const signed: Readonly<Record<string, Signed>> = {
  Stripe: { adapter: stripe, secret: stripeSecret, headers: stripeHeaders(sold), body: sold },
  Paddle: { adapter: paddle, secret: paddleSecret, headers: paddleHeaders(completed), body: completed },
  'Lemon Squeezy': {
    ...{ adapter: lemonSqueezy, secret: 'a lemon', body: lemonOrder },
    headers: { 'x-signature': hexHmac('a lemon', lemonOrder) },
  },
  SellAuth: {
    ...{ adapter: sellAuth, secret: 'an auth', body: delivery },
    headers: { 'x-signature': hexHmac('an auth', delivery) },
  },
  'Sell.app': {
    ...{ adapter: sellApp, secret: 'an app', body: dynamic },
    headers: { signature: hexHmac('an app', dynamic) },
  },
}

it.each(Object.entries(signed))('a call of %s is valid, and with any byte changed it is not', (_name, call) => {
  expect(verifies(call)).toBe(true)
  const body = Buffer.from(call.body)
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(verifies(call, { body: changed }), `byte ${at}`).toBe(false)
  }
  expect(verifies({ ...call, headers: {} })).toBe(false)
  expect(verifies({ ...call, secret: 'no longer this one' })).toBe(false)
})

it("Paddle's own library accepts the signature that the test makes, so its calls are signed like that", async () => {
  const { webhooks } = new Paddle('a key')
  const body = paddleBody('transaction.completed', { id: 'txn_1', items: [], details: null, payments: [] })
  const at = Math.floor(Date.now() / 1000)
  const { 'paddle-signature': signature } = paddleHeaders(body, at)
  expect(await webhooks.isSignatureValid(body, paddleSecret, signature)).toBe(true)
  expect(await webhooks.isSignatureValid(`${body} `, paddleSecret, signature)).toBe(false)
  expect(
    verifies(
      { adapter: paddle, secret: paddleSecret, headers: { 'paddle-signature': signature }, body },
      { at: new Date(at * 1000) },
    ),
  ).toBe(true)
})

it('a call of Stripe is too old after five minutes, one of Paddle after three days', () => {
  const { Stripe: ofStripe, Paddle: ofPaddle } = signed as Record<'Stripe' | 'Paddle', Signed>
  expect([verifies(ofStripe, { at: later(300_000) }), verifies(ofStripe, { at: later(300_001) })]).toEqual([
    true,
    false,
  ])
  const threeDays = 72 * 3_600_000
  expect([verifies(ofPaddle, { at: later(threeDays) }), verifies(ofPaddle, { at: later(threeDays + 1) })]).toEqual([
    true,
    false,
  ])
})

it('of several signatures any may be right, as while a secret is replaced', () => {
  const { 'stripe-signature': right } = stripeHeaders(sold)
  const headers = { 'stripe-signature': right.replace('v1=', `v1=${'0'.repeat(64)},v1=`) }
  expect(verifies({ adapter: stripe, secret: stripeSecret, headers, body: sold })).toBe(true)
  const { 'paddle-signature': ofPaddle } = paddleHeaders(completed)
  const two = { 'paddle-signature': ofPaddle.replace('h1=', `h1=${'0'.repeat(64)};h1=`) }
  expect(verifies({ adapter: paddle, secret: paddleSecret, headers: two, body: completed })).toBe(true)
})

it('Gumroad signs nothing: its call must name the seller', () => {
  const call = { adapter: gumroad, secret: 'seller==', headers: {}, body: ping }
  expect(verifies(call)).toBe(true)
  expect(verifies({ ...call, body: ping.replace('seller%3D%3D', 'other%3D%3D') })).toBe(false)
  expect(verifies({ ...call, body: 'sale_id=1' })).toBe(false)
})

const read = (adapter: ShopAdapter, body: string) => adapter.read(body, () => undefined).events
const sale = { type: 'paid', item: '', quantity: 1, subscription: null, period: null, key: null, isTest: false }

it('reads what Stripe sends', () => {
  expect(read(stripe, sold)).toEqual([{ ...sale, order: 'pi_1', products: ['plink_1'], email: 'buyer@example.com' }])
  const named = { ...session, metadata: { keywright_product: 'pro', keywright_quantity: '3' } }
  expect(read(stripe, stripeBody('checkout.session.completed', named))).toMatchObject([
    { products: ['pro', 'plink_1'], quantity: 3 },
  ])
  expect(read(stripe, stripeBody('checkout.session.completed', { ...session, payment_status: 'unpaid' }))).toEqual([])
  const lines = { data: [{ period: { start: seconds, end: seconds + 86_400 } }] }
  const parent = { subscription_details: { subscription: 'sub_1' } }
  const renewed = {
    type: 'renewed',
    subscription: 'sub_1',
    period: { startsAt: now, endsAt: later(86_400_000) },
    of: null,
  }
  expect(read(stripe, stripeBody('invoice.paid', { lines, parent }))).toEqual([renewed])
  expect(read(stripe, stripeBody('invoice.paid', { lines, subscription: 'sub_1' }))).toEqual([renewed])
  const charge = { id: 'ch_1', payment_intent: 'pi_1', amount: 100, amount_refunded: 100 }
  const refund = { type: 'refunded', orders: ['pi_1', 'ch_1'], item: '', isPartial: false }
  expect(read(stripe, stripeBody('charge.refunded', charge))).toEqual([refund])
  expect(read(stripe, stripeBody('charge.refunded', { ...charge, amount_refunded: 99 }))).toEqual([
    { ...refund, isPartial: true },
  ])
  const dispute = (type: string, status: string) =>
    read(stripe, stripeBody(type, { charge: 'ch_1', payment_intent: 'pi_1', status })).map((event) => event.type)
  expect(dispute('charge.dispute.created', 'needs_response')).toEqual(['disputed'])
  expect(dispute('charge.dispute.closed', 'won')).toEqual(['dispute_won'])
  expect(dispute('charge.dispute.closed', 'lost')).toEqual([])
  expect(read(stripe, stripeBody('customer.subscription.deleted', { id: 'sub_1', ended_at: seconds }))).toEqual([
    { type: 'ended', subscription: 'sub_1', at: now },
  ])
  expect(read(stripe, stripeBody('customer.created', {}))).toEqual([])
})

it('reads what Paddle sends', () => {
  expect(read(paddle, completed)).toEqual([
    { ...sale, order: 'txn_1', item: 'pri_1', products: ['pri_1', 'pro_1'], quantity: 2, email: null },
  ])
  const [starts_at, ends_at] = [now.toISOString(), later(1000).toISOString()]
  const recurring = { id: 'txn_2', origin: 'subscription_recurring', subscription_id: 'sub_1', items: [] }
  expect(
    read(paddle, paddleBody('transaction.completed', { ...recurring, billing_period: { starts_at, ends_at } })),
  ).toEqual([{ type: 'renewed', subscription: 'sub_1', period: { startsAt: now, endsAt: later(1000) }, of: null }])
  const adjusted = (action: string, status: string, type = 'full') =>
    read(paddle, paddleBody('adjustment.updated', { transaction_id: 'txn_1', action, status, type }))
  expect(adjusted('refund', 'pending_approval')).toEqual([])
  expect(adjusted('refund', 'rejected')).toEqual([])
  expect(adjusted('refund', 'approved')).toEqual([{ type: 'refunded', orders: ['txn_1'], item: '', isPartial: false }])
  expect(adjusted('refund', 'approved', 'partial')).toMatchObject([{ isPartial: true }])
  expect(adjusted('chargeback', 'approved')).toMatchObject([{ type: 'disputed' }])
  expect(adjusted('chargeback_reverse', 'approved')).toMatchObject([{ type: 'dispute_won' }])
  expect(read(paddle, paddleBody('subscription.canceled', { id: 'sub_1', canceled_at: starts_at }))).toEqual([
    { type: 'ended', subscription: 'sub_1', at: now },
  ])
})

it('reads what Lemon Squeezy sends', () => {
  const email = 'b@example.com'
  const bought = { ...sale, order: '7', item: '9', email }
  expect(read(lemonSqueezy, lemonOrder)).toEqual([{ ...bought, products: ['11', '10'] }])
  const sent = (event_name: string, attributes: object, id = '7') =>
    read(lemonSqueezy, JSON.stringify({ meta: { event_name, test_mode: false }, data: { id, attributes } }))
  const key = { order_id: 7, order_item_id: 9, product_id: 10, user_email: email, key: 'THEIR-KEY' }
  expect(sent('license_key_created', key, '3')).toEqual([{ ...bought, products: ['10'], key: 'THEIR-KEY' }])
  expect(sent('order_refunded', { status: 'refunded', total: 10, refunded_amount: 10 })).toMatchObject([
    { type: 'refunded', orders: ['7'], isPartial: false },
  ])
  expect(sent('order_refunded', { status: 'partial_refund', total: 10, refunded_amount: 4 })).toMatchObject([
    { isPartial: true },
  ])
  const subscription = { order_id: 7, order_item_id: 9, renews_at: now.toISOString(), ends_at: null }
  expect(sent('subscription_updated', { ...subscription, status: 'active' }, '4')).toEqual([
    { type: 'renewed', subscription: '4', period: { startsAt: null, endsAt: now }, of: { order: '7', item: '9' } },
  ])
  expect(sent('subscription_updated', { ...subscription, status: 'past_due' }, '4')).toEqual([])
  const expired = { ...subscription, status: 'expired', ends_at: now.toISOString() }
  expect(sent('subscription_expired', expired, '4')).toEqual([{ type: 'ended', subscription: '4', at: now }])
})

it('reads what Gumroad and SellAuth send', () => {
  expect(read(gumroad, ping)).toEqual([
    { ...sale, order: 'sale=', products: ['abc'], email: 'b@example.com', key: 'A-B' },
  ])
  const renewal = `${ping}&subscription_id=sub&is_recurring_charge=true&recurrence=monthly&sale_timestamp=2026-01-15T00:00:00Z`
  expect(read(gumroad, renewal)).toMatchObject([
    { type: 'renewed', subscription: 'sub', period: { endsAt: new Date('2026-02-15T00:00:00Z') } },
  ])
  expect(read(gumroad, `${ping}&resource_name=refund&refunded=true`)).toMatchObject([
    { type: 'refunded', isPartial: false },
  ])
  expect(read(gumroad, `${ping}&resource_name=dispute_won`)).toMatchObject([{ type: 'dispute_won' }])
  expect(sellAuth.read(delivery, () => undefined)).toMatchObject({
    delivery: 'text',
    events: [{ order: 'abc-1', item: '5', products: ['8', '6'], quantity: 3 }],
  })
})

it('reads what Sell.app sends', () => {
  const bought = { ...sale, order: '236', item: '8', products: ['8', '6'], quantity: 3, email: 'b@example.com' }
  const message = (body: object) => sellApp.read(JSON.stringify(body), () => undefined)
  expect(message(sellAppOrder)).toMatchObject({ event: 'dynamic webhook', delivery: 'text', events: [bought] })
  const wrapped = (event: string, data: object) => message({ event, data, store: 1 })
  expect(wrapped('order.completed', sellAppOrder)).toMatchObject({ delivery: 'text', events: [bought] })
  expect(wrapped('order.disputed', { id: 236 })).toMatchObject({
    delivery: 'none',
    events: [{ type: 'disputed', orders: ['236'], item: '', isPartial: false }],
  })
  expect(wrapped('ticket_message.created', { ticket_id: 1337 })).toMatchObject({ delivery: 'none', events: [] })
  const { product_variants: variants, ...without } = sellAppOrder
  for (const product_variants of [[], [{ ...variants[0], quantity: undefined }], [{ ...variants[0], quantity: 0 }]]) {
    expect(() => message({ ...without, product_variants })).toThrow(UnreadableCall)
  }
})

it('a body that a shop does not send is unreadable, and its contents are in no error', () => {
  for (const adapter of [stripe, paddle, lemonSqueezy, sellAuth, sellApp]) {
    for (const body of ['', 'secret words', '[]', '{"event":1,"type":{},"secret words":1}']) {
      expect(() => adapter.read(body, () => undefined)).toThrow(UnreadableCall)
      expect(() => adapter.read(body, () => undefined)).not.toThrow(/secret words/)
    }
  }
})
