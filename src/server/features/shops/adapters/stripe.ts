import { z } from 'zod'
import type { Renewal, Reversal, Sale, ShopAdapter, ShopEvent } from '../shop-event.ts'
import { BuyerEmail, Ref, readJson, readValue } from './read-json.ts'
import { fiveMinutesMs, isRecent, isSignedBy, valuesOf } from './signatures.ts'

/** Stripe: `t=…,v1=…`, where any v1 may be right. */
export const stripe: ShopAdapter = {
  verify({ header, body, secrets, now }) {
    const signature = header('stripe-signature')
    if (signature === undefined) return false
    const [timestamp] = valuesOf(signature, ',', 't')
    if (!isRecent(timestamp, now, fiveMinutesMs)) return false
    const sent = valuesOf(signature, ',', 'v1')
    return secrets.some((secret) => isSignedBy(secret, [`${timestamp}.`, body], sent, 'hex'))
  },
  read(body) {
    const { id, type, livemode, data } = readJson(Envelope, body)
    const read = readers[type]
    return { eventRef: id, event: type, events: read ? read(data.object, !livemode) : [], delivery: 'none' }
  },
}

const Envelope = z.object({
  id: Ref,
  type: Ref,
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
})

/** An object's id, or the object where Stripe expanded it. */
const IdOf = z.union([Ref, z.object({ id: Ref }).transform(({ id }) => id)])

const Session = z.object({
  id: Ref,
  payment_status: z.string(),
  payment_intent: IdOf.nullish(),
  payment_link: IdOf.nullish(),
  invoice: IdOf.nullish(),
  subscription: IdOf.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  customer_details: z.object({ email: BuyerEmail }).nullish(),
})

/** A payment that is still under way comes later as `async_payment_succeeded`. */
function readSession(object: unknown, isTest: boolean): ShopEvent[] {
  const session = readValue(Session, object)
  if (session.payment_status === 'unpaid') return []
  const { keywright_product: named, keywright_quantity: quantity } = session.metadata ?? {}
  const sale: Sale = {
    type: 'paid',
    order: session.payment_intent ?? session.invoice ?? session.id,
    item: '',
    products: [named, session.payment_link].filter((ref) => typeof ref === 'string'),
    quantity: quantity !== undefined && /^[1-9]\d{0,3}$/.test(quantity) ? Number(quantity) : 1,
    email: session.customer_details?.email ?? null,
    subscription: session.subscription ?? null,
    ...{ period: null, key: null, isTest },
  }
  return [sale]
}

const Seconds = z.int().transform((seconds) => new Date(seconds * 1000))

const Invoice = z.object({
  /** Until 2025, then below `parent`. */
  subscription: IdOf.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: IdOf }).nullish() }).nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ start: Seconds, end: Seconds }) })) }),
})

/** The period that the subscription's invoice pays for; an invoice for something else has none. */
function readInvoice(object: unknown): ShopEvent[] {
  const { subscription, parent, lines } = readValue(Invoice, object)
  const named = subscription ?? parent?.subscription_details?.subscription
  const last = lines.data.map(({ period }) => period).toSorted((a, b) => b.end.getTime() - a.end.getTime())[0]
  if (!named || !last) return []
  const renewal: Renewal = {
    ...{ type: 'renewed', subscription: named, of: null },
    period: { startsAt: last.start, endsAt: last.end },
  }
  return [renewal]
}

const Charge = z.object({
  id: Ref,
  payment_intent: IdOf.nullish(),
  invoice: IdOf.nullish(),
  amount: z.int(),
  amount_refunded: z.int(),
})

function readRefund(object: unknown): ShopEvent[] {
  const charge = readValue(Charge, object)
  const isPartial = charge.amount_refunded < charge.amount
  return [{ type: 'refunded', orders: refsOf(charge.payment_intent, charge.invoice, charge.id), item: '', isPartial }]
}

const Dispute = z.object({ charge: IdOf, payment_intent: IdOf.nullish(), status: z.string() })

const readDispute = (object: unknown): ShopEvent[] => [disputeOf('disputed', readValue(Dispute, object))]

/** A warning that was closed has taken nothing, either. */
function readEndOfDispute(object: unknown): ShopEvent[] {
  const dispute = readValue(Dispute, object)
  const isWon = dispute.status === 'won' || dispute.status === 'warning_closed'
  return isWon ? [disputeOf('dispute_won', dispute)] : []
}

const disputeOf = (type: Reversal['type'], { payment_intent, charge }: z.output<typeof Dispute>): Reversal => ({
  ...{ type, item: '', isPartial: false },
  orders: refsOf(payment_intent, charge),
})

function refsOf(...refs: readonly (string | null | undefined)[]): [string, ...string[]] {
  return refs.filter((ref) => typeof ref === 'string') as [string, ...string[]]
}

const Subscription = z.object({ id: Ref, ended_at: Seconds.nullish(), canceled_at: Seconds.nullish() })

function readEnd(object: unknown): ShopEvent[] {
  const { id, ended_at: endedAt, canceled_at: canceledAt } = readValue(Subscription, object)
  const at = endedAt ?? canceledAt
  return at ? [{ type: 'ended', subscription: id, at }] : []
}

const readers: Readonly<Record<string, (object: unknown, isTest: boolean) => ShopEvent[]>> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'invoice.paid': readInvoice,
  'charge.refunded': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.closed': readEndOfDispute,
  'customer.subscription.deleted': readEnd,
}
