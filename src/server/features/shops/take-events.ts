import { maxUsersMax } from '../../../shared/constants.ts'
import type { EventName } from '../../../shared/events.ts'
import type { ShopCallOutcome } from '../../../shared/shops.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { MailQueue } from '../../mails/queue-mail.ts'
import { newLicense } from '../../operations/new-license.ts'
import { holdLicensesOfOrder } from '../../operations/spent-days.ts'
import type { StoreSet } from '../../store/index.ts'
import { type Order, orderRank } from '../../store/selling/orders.ts'
import type { Shop, ShopProduct } from '../../store/selling/shops.ts'
import { decideSale, holdOf, statusOf, subscriptionEnd } from './decide-order.ts'
import type { End, Renewal, Reversal, Sale, ShopEvent } from './shop-event.ts'

/** Where the events of one call are taken. */
export interface TakeContext {
  readonly tx: StoreSet
  readonly recorder: Recorder
  readonly mailQueue: MailQueue
  /** Locked. */
  readonly shop: Shop
  readonly now: Date
  readonly ip: string
  readonly userAgent: string
}

/** What came of the events of one call. */
export interface Taken {
  readonly outcome: ShopCallOutcome
  /** The order that the call is about, where it names one. */
  readonly orderRef: string | null
  /** The keys of the items that were sold, in the same order at every repetition. */
  readonly keys: readonly string[]
}

/** Takes all events of a call, in the transaction that locked the shop. Repetitions change nothing. */
export async function takeEvents(context: TakeContext, events: readonly ShopEvent[]): Promise<Taken> {
  const outcomes: ShopCallOutcome[] = []
  const keys: string[] = []
  const toMail: KeysForBuyer[] = []
  let orderRef: string | null = null
  for (const event of events) {
    const taken = await takeEvent(context, event)
    outcomes.push(taken.outcome)
    keys.push(...(taken.keys ?? []))
    if (taken.toMail) toMail.push(taken.toMail)
    orderRef ??= taken.orderRef ?? null
  }
  await mailKeys(context, toMail)
  return { outcome: mostTelling(outcomes), orderRef, keys }
}

/** An item that no preset is mapped to is what the maker has to see. */
function mostTelling(outcomes: readonly ShopCallOutcome[]): ShopCallOutcome {
  const first = (...wanted: readonly ShopCallOutcome[]) => outcomes.find((each) => wanted.includes(each))
  return (
    first('unmatched') ?? first('waiting') ?? outcomes.find((each) => each !== 'repeated') ?? outcomes[0] ?? 'ignored'
  )
}

interface TakenEvent {
  readonly outcome: ShopCallOutcome
  readonly orderRef?: string
  readonly keys?: readonly string[]
  /** What the buyer is to get by email. */
  readonly toMail?: KeysForBuyer
}

function takeEvent(context: TakeContext, event: ShopEvent): Promise<TakenEvent> {
  switch (event.type) {
    case 'paid':
      return takeSale(context, event)
    case 'renewed':
      return takeRenewal(context, event)
    case 'ended':
      return takeEnd(context, event)
    default:
      return takeReversal(context, event)
  }
}

async function takeSale(context: TakeContext, sale: Sale): Promise<TakenEvent> {
  const { tx, shop, now } = context
  const { applicationId } = shop
  const name = { shopId: shop.id, orderRef: sale.order }
  const found = await tx.orders.insertOrFind(applicationId, { ...name, itemRef: sale.item }, now)
  const order = { ...found, rank: await inheritRank(context, found) }
  const decision = decideSale(order, sale, shop)
  if (decision.outcome === 'repeated')
    return { outcome: 'repeated', orderRef: sale.order, keys: await keysOf(context, order) }
  const facts = {
    product: sale.products[0] ?? null,
    quantity: sale.quantity,
    email: sale.email ?? order.email,
    subscription: sale.subscription ?? order.subscription,
    isTest: sale.isTest,
  }
  const licenses = decision.outcome === 'paid' ? await makeLicenses(context, sale, decision.product) : []
  const outcome = licenses === 'key_taken' ? 'unmatched' : decision.outcome
  if (licenses === 'key_taken' || outcome === 'unmatched' || outcome === 'waiting') {
    await tx.orders.update(applicationId, order.id, {
      ...facts,
      status: outcome === 'waiting' ? 'waiting' : 'unmatched',
    })
    if (outcome === 'unmatched' && order.status !== 'unmatched') await record(context, 'order_unmatched', order)
    return { outcome, orderRef: sale.order }
  }
  await tx.orders.raise(applicationId, order.id, orderRank.paid)
  const rank = Math.max(order.rank, orderRank.paid) as Order['rank']
  await tx.orders.update(applicationId, order.id, {
    ...facts,
    licenseIds: licenses,
    status: statusOf(rank),
    soldAt: now,
  })
  await tx.licenses.holdByOrder(applicationId, licenses, holdOf(rank, shop))
  const { subscription } = facts
  if (subscription !== null) {
    if (sale.period) await tx.subscriptions.addPeriod(applicationId, shop.id, subscription, sale.period)
    await applySubscription(context, subscription)
  }
  if (outcome === 'paid') await record(context, 'order_paid', { id: order.id, licenseIds: licenses })
  const keys = await keysOf(context, { licenseIds: licenses })
  const isMailed = decision.outcome === 'paid' && decision.product.keyFrom === 'mail'
  if (!isMailed || facts.email === null) return { outcome, orderRef: sale.order, keys }
  const toMail = { to: facts.email, order: sale.order, isTest: sale.isTest, keys }
  return { outcome, orderRef: sale.order, keys, toMail }
}

interface KeysForBuyer {
  readonly to: string
  readonly order: string
  readonly isTest: boolean
  readonly keys: readonly string[]
}

/** One mail for all items of an order. The last that the transaction does, since it locks the queue. */
async function mailKeys({ tx, mailQueue, shop }: TakeContext, items: readonly KeysForBuyer[]): Promise<void> {
  const { applicationId } = shop
  for (const [first, ...rest] of Map.groupBy(items, ({ to, order }) => `${to}\n${order}`).values()) {
    if (!first) continue
    const keys = [first, ...rest].flatMap((item) => item.keys)
    await mailQueue.queueMail(tx, { applicationId, to: first.to, subject: { ...first, kind: 'key', keys } })
  }
}

/** A reversal of the whole order holds for an item that comes later, too. */
async function inheritRank({ tx, shop }: TakeContext, order: Order): Promise<Order['rank']> {
  if (order.itemRef === '') return order.rank
  const items = await tx.orders.itemsOf(shop.applicationId, order)
  const whole = items.find(({ itemRef }) => itemRef === '')
  if (!whole) return order.rank
  if (whole.status !== 'reversal' && whole.soldAt === null)
    await tx.orders.update(shop.applicationId, whole.id, { status: 'reversal' })
  if (whole.rank > order.rank) await tx.orders.raise(shop.applicationId, order.id, whole.rank)
  return Math.max(whole.rank, order.rank) as Order['rank']
}

/** Makes what was sold, from the preset as it is now. */
async function makeLicenses(
  { tx, shop, now }: TakeContext,
  sale: Sale,
  product: ShopProduct,
): Promise<number[] | 'key_taken'> {
  const preset = await tx.licensePresets.hold(shop.applicationId, product.presetId)
  const isOne = product.quantityAs === 'seats' || product.keyFrom === 'shop'
  const seats = preset && isOne ? { maxUsers: Math.min(preset.maxUsers * sale.quantity, maxUsersMax) } : {}
  const wanted = {
    ...seats,
    ...(product.keyFrom === 'shop' && sale.key !== null && { licenseKey: sale.key }),
    ...(sale.isTest && ({ validityDays: 1, validityStart: 'creation' } as const)),
    description: `${sale.isTest ? 'Test order' : 'Order'} ${sale.order}`,
  }
  const licenses = Array.from({ length: isOne ? 1 : sale.quantity }, () => newLicense(wanted, preset, now))
  if (wanted.licenseKey !== undefined && (await tx.licenses.findByKey(shop.applicationId, wanted.licenseKey))) {
    return 'key_taken'
  }
  const made = await tx.licenses.insertMany(shop.applicationId, licenses)
  return made.map(({ id }) => id)
}

const reversedTo = {
  refunded: orderRank.refunded,
  disputed: orderRank.disputed,
  dispute_won: orderRank.won,
} as const

async function takeReversal(context: TakeContext, event: Reversal): Promise<TakenEvent> {
  const { tx, shop, now } = context
  const { applicationId } = shop
  const orderRef = (await tx.orders.knownRef(applicationId, shop.id, event.orders)) ?? event.orders[0]
  const named = await tx.orders.insertOrFind(applicationId, { shopId: shop.id, orderRef, itemRef: event.item }, now)
  const all = await tx.orders.itemsOf(applicationId, named)
  const items = event.item === '' ? all : [named]
  const standsForOthers = event.item === '' && all.length > 1 && named.soldAt === null
  if (standsForOthers) await tx.orders.update(applicationId, named.id, { status: 'reversal' })
  if (event.isPartial) {
    if (named.isPartlyRefunded) return { outcome: 'repeated', orderRef }
    for (const { id } of items) await tx.orders.update(applicationId, id, { isPartlyRefunded: true })
    return { outcome: 'partly_refunded', orderRef }
  }
  let hasRisen = false
  for (const item of items) hasRisen = (await reverseItem(context, item, reversedTo[event.type])) || hasRisen
  if (!hasRisen) return { outcome: 'repeated', orderRef }
  if (event.type !== 'dispute_won') {
    const licenseIds = items.flatMap((item) => item.licenseIds)
    await record(context, 'order_reversed', { id: (items.find(({ soldAt }) => soldAt) ?? named).id, licenseIds })
  }
  return { outcome: event.type, orderRef }
}

/** False when as much was known. */
async function reverseItem({ tx, shop, now }: TakeContext, item: Order, rank: Order['rank']): Promise<boolean> {
  if (!(await tx.orders.raise(shop.applicationId, item.id, rank))) return false
  if (item.soldAt === null) {
    // No key is owed any more.
    const isSettled = item.status === 'unmatched' && rank === orderRank.refunded
    if (isSettled) await tx.orders.update(shop.applicationId, item.id, { status: 'refunded' })
    return true
  }
  await tx.orders.update(shop.applicationId, item.id, { status: statusOf(rank) })
  await holdLicensesOfOrder(tx, shop.applicationId, item.licenseIds, { hold: holdOf(rank, shop), now })
  return true
}

async function takeRenewal(context: TakeContext, { subscription, period, of }: Renewal): Promise<TakenEvent> {
  const { tx, shop, now } = context
  const isNew = await tx.subscriptions.addPeriod(shop.applicationId, shop.id, subscription, period)
  if (of) {
    const item = { shopId: shop.id, orderRef: of.order, itemRef: of.item }
    const order = await tx.orders.insertOrFind(shop.applicationId, item, now)
    if (order.subscription === null) await tx.orders.update(shop.applicationId, order.id, { subscription })
  }
  const orderRef = await applySubscription(context, subscription)
  return { outcome: isNew ? 'renewed' : 'repeated', ...(orderRef !== undefined && { orderRef }) }
}

async function takeEnd(context: TakeContext, { subscription, at }: End): Promise<TakenEvent> {
  const { tx, shop } = context
  const isNew = await tx.subscriptions.addEnd(shop.applicationId, shop.id, subscription, at)
  const orderRef = await applySubscription(context, subscription)
  return { outcome: isNew ? 'ended' : 'repeated', ...(orderRef !== undefined && { orderRef }) }
}

/** Moves the expiry of the subscription's licenses. Returns its order; undefined: none was sold yet. */
async function applySubscription({ tx, shop }: TakeContext, subscription: string): Promise<string | undefined> {
  const { applicationId } = shop
  const end = subscriptionEnd(await tx.subscriptions.read(applicationId, shop.id, subscription))
  const orders = await tx.orders.ofSubscription(applicationId, shop.id, subscription)
  for (const order of orders) {
    if (end === null || order.isTest) continue
    await tx.orders.update(applicationId, order.id, { periodEnd: end })
    await tx.licenses.setExpiry(applicationId, order.licenseIds, end)
  }
  return orders[0]?.orderRef
}

async function keysOf({ tx, shop }: TakeContext, { licenseIds }: Pick<Order, 'licenseIds'>): Promise<string[]> {
  const keys = await tx.licenses.keysOf(shop.applicationId, licenseIds)
  return licenseIds.flatMap((id) => keys.get(id) ?? [])
}

function record(
  { tx, recorder, shop, now, ip, userAgent }: TakeContext,
  event: EventName,
  order: Pick<Order, 'id' | 'licenseIds'>,
): Promise<void> {
  return recorder.record(tx, {
    ...{ orderId: order.id, licenseId: order.licenseIds[0] },
    applicationId: shop.applicationId,
    ...{ event, success: true, code: event },
    ...{ userId: null, username: null, ipAddress: ip, userAgent, count: 1, at: now },
  })
}
