import { type Kysely, type Selectable, sql } from 'kysely'
import type { OrderStatus } from '../../../shared/shops.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { dateOrNull } from '../columns.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'
import { ownRow } from '../own-row.ts'
import { findsRow, updatesRow } from '../row-results.ts'

/** What is known of the payment of an order; it only rises, so that events may come in any order. */
export const orderRank = { unknown: 0, paid: 1, disputed: 2, won: 3, refunded: 4 } as const
type OrderRank = (typeof orderRank)[keyof typeof orderRank]

/** An item of an order; the item '' stands for the whole order. */
export interface Order {
  readonly id: number
  readonly applicationId: number
  readonly shopId: number
  readonly orderRef: string
  readonly itemRef: string
  readonly rank: OrderRank
  /** `reversal`: a whole order whose items have rows of their own; it is not listed. */
  readonly status: OrderStatus | 'reversal'
  readonly product: string | null
  readonly quantity: number
  readonly licenseIds: readonly number[]
  readonly email: string | null
  readonly subscription: string | null
  readonly periodEnd: Date | null
  readonly isTest: boolean
  readonly isPartlyRefunded: boolean
  readonly soldAt: Date | null
  readonly createdAt: Date
}

/** Names an item: the shop's references of order and item. */
export interface ItemName {
  readonly shopId: number
  readonly orderRef: string
  readonly itemRef: string
}

/** What a sale tells, and what was made for it. */
type OrderChange = Partial<
  Pick<
    Order,
    | 'status'
    | 'product'
    | 'quantity'
    | 'licenseIds'
    | 'email'
    | 'subscription'
    | 'periodEnd'
    | 'isTest'
    | 'isPartlyRefunded'
    | 'soldAt'
  >
>

interface OrderFilter {
  /** A whole order reference, email address or subscription reference. */
  readonly q?: string | undefined
  readonly status?: OrderStatus | undefined
}

/** Items of an order whose keys are shown together. */
const mostItems = 100

/** What a buyer sees of an order. */
interface ShownOrder {
  readonly licenseIds: readonly number[]
  readonly soldAt: Date
  readonly isTest: boolean
}

/** Orders. Every call takes the application first. A change comes after the lock of its shop. */
export function orderStore(db: Kysely<Tables>) {
  const ofApplication = (applicationId: number) =>
    db.selectFrom('orders').selectAll().where('application_id', '=', applicationId)
  const ofOrder = (applicationId: number, { shopId, orderRef }: Omit<ItemName, 'itemRef'>) =>
    ofApplication(applicationId).where('shop_id', '=', shopId).where('order_ref', '=', orderRef)
  const listed = (applicationId: number, { q, status }: OrderFilter) => {
    let query = ofApplication(applicationId).where('status', '<>', 'reversal')
    if (status) query = query.where('status', '=', status)
    if (q) {
      query = query.where((eb) =>
        eb.or([eb('order_ref', '=', q), eb('email_key', '=', canonical(q)), eb('subscription_ref', '=', q)]),
      )
    }
    return query
  }

  return {
    find: async (applicationId: number, orderId: number): Promise<Order | undefined> => {
      const row = await ownRow(db.selectFrom('orders').selectAll(), applicationId, orderId).executeTakeFirst()
      return row && fromRow(row)
    },
    /** The item of an order; it is inserted first, so that of many calls about it one is the first. */
    insertOrFind: async (applicationId: number, item: ItemName, now: Date): Promise<Order> => {
      await db
        .insertInto('orders')
        .values({
          application_id: applicationId,
          shop_id: item.shopId,
          order_ref: item.orderRef,
          item_ref: item.itemRef,
          rank: orderRank.unknown,
          status: 'waiting',
          product_ref: null,
          quantity: 1,
          license_ids: '[]',
          email: null,
          email_key: null,
          subscription_ref: null,
          period_end: null,
          is_test: 0,
          is_partly_refunded: 0,
          sold_at: null,
          created_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const found = await ofOrder(applicationId, item).where('item_ref', '=', item.itemRef).executeTakeFirstOrThrow()
      return fromRow(found)
    },
    /** Where the buyer of a license gets mail; null: it was not sold here, or without an address. */
    emailOfLicense: async (applicationId: number, licenseId: number): Promise<string | null> => {
      const row = await db
        .selectFrom('licenses')
        .innerJoin('orders', 'orders.id', 'licenses.made_for_order_id')
        .select('orders.email')
        .where('licenses.application_id', '=', applicationId)
        .where('licenses.id', '=', licenseId)
        .executeTakeFirst()
      return row?.email ?? null
    },
    /** The newest orders of a buyer that made licenses. */
    ofBuyer: async (applicationId: number, email: string, limit: number): Promise<Order[]> => {
      const rows = await ofApplication(applicationId)
        .where('email_key', '=', canonical(email))
        .where('license_ids', '<>', '[]')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    /**
     * The licenses of an order that was paid since, of those shops whose buyers see them.
     */
    licensesForBuyer: async (applicationId: number, orderRef: string, since: Date): Promise<ShownOrder | undefined> => {
      const rows = await db
        .selectFrom('orders')
        .innerJoin('shops', 'shops.id', 'orders.shop_id')
        .select(['orders.license_ids', 'orders.sold_at', 'orders.is_test'])
        .where('orders.application_id', '=', applicationId)
        .where('orders.order_ref', '=', orderRef)
        .where('shops.deleted_at', 'is', null)
        .where('shops.has_order_page', '=', 1)
        .where('orders.status', '=', 'paid')
        .where('orders.sold_at', '>', since.getTime())
        .orderBy('orders.id')
        .limit(mostItems)
        .execute()
      const [first] = rows
      return (
        first && {
          licenseIds: rows.flatMap((row) => JSON.parse(row.license_ids) as number[]),
          soldAt: new Date(first.sold_at ?? 0),
          isTest: first.is_test === 1,
        }
      )
    },
    /** All items of an order, with the one that stands for all of it. */
    itemsOf: async (applicationId: number, order: Omit<ItemName, 'itemRef'>): Promise<Order[]> =>
      (await ofOrder(applicationId, order).orderBy('id').execute()).map(fromRow),
    /** Which of these references the shop's orders have; the first that one has. */
    knownRef: async (applicationId: number, shopId: number, refs: readonly string[]): Promise<string | undefined> => {
      for (const orderRef of refs) {
        if (await findsRow(ofOrder(applicationId, { shopId, orderRef }).limit(1))) return orderRef
      }
      return undefined
    },
    /** The items that a subscription pays for. */
    ofSubscription: async (applicationId: number, shopId: number, subscription: string): Promise<Order[]> => {
      const rows = await ofApplication(applicationId)
        .where('subscription_ref', '=', subscription)
        .where('shop_id', '=', shopId)
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },
    /** Raises what is known of the payment; false when as much was known. */
    raise: (applicationId: number, orderId: number, rank: OrderRank): Promise<boolean> =>
      updatesRow(ownRow(db.updateTable('orders').set({ rank }), applicationId, orderId).where('rank', '<', rank)),
    update: async (applicationId: number, orderId: number, change: OrderChange): Promise<void> => {
      await ownRow(db.updateTable('orders').set(toColumns(change)), applicationId, orderId).execute()
      for (const licenseId of change.licenseIds ?? []) {
        await ownRow(db.updateTable('licenses').set({ made_for_order_id: orderId }), applicationId, licenseId).execute()
      }
    },
    /** The newest first. */
    list: async (
      applicationId: number,
      filter: OrderFilter,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<Order>> => {
      const order = { column: 'id', isDescending: true, nulls: 'none', isUnique: true } as const
      const slice = await readSlice('orders', order, after, limit, (segment) =>
        listed(applicationId, filter).where(segment.where).orderBy(segment.orderBy).limit(segment.limit).execute(),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
    /** How many of a shop's orders have no preset, at most `most`. */
    countUnmatched: async (applicationId: number, shopId: number, most: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select 1 from orders
          where application_id = ${applicationId} and status = 'unmatched' and shop_id = ${shopId}
          limit ${most}) as counted`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },
  }
}

function toColumns(change: OrderChange) {
  const { email, periodEnd, soldAt, licenseIds, isTest, isPartlyRefunded } = change
  return {
    ...(change.status !== undefined && { status: change.status }),
    ...(change.product !== undefined && { product_ref: change.product }),
    ...(change.quantity !== undefined && { quantity: change.quantity }),
    ...(change.subscription !== undefined && { subscription_ref: change.subscription }),
    ...(email !== undefined && { email, email_key: email && canonical(email) }),
    ...(periodEnd !== undefined && { period_end: periodEnd?.getTime() ?? null }),
    ...(soldAt !== undefined && { sold_at: soldAt?.getTime() ?? null }),
    ...(licenseIds !== undefined && { license_ids: JSON.stringify(licenseIds) }),
    ...(isTest !== undefined && { is_test: Number(isTest) }),
    ...(isPartlyRefunded !== undefined && { is_partly_refunded: Number(isPartlyRefunded) }),
  }
}

function fromRow(row: Selectable<Tables['orders']>): Order {
  return {
    id: row.id,
    applicationId: row.application_id,
    shopId: row.shop_id,
    orderRef: row.order_ref,
    itemRef: row.item_ref,
    rank: row.rank as OrderRank,
    status: row.status as Order['status'],
    product: row.product_ref,
    quantity: row.quantity,
    licenseIds: JSON.parse(row.license_ids) as number[],
    email: row.email,
    subscription: row.subscription_ref,
    periodEnd: dateOrNull(row.period_end),
    isTest: row.is_test === 1,
    isPartlyRefunded: row.is_partly_refunded === 1,
    soldAt: dateOrNull(row.sold_at),
    createdAt: new Date(row.created_at),
  }
}
