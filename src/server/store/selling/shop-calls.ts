import type { Kysely } from 'kysely'
import { maxShopCalls, type ShopCallOutcome } from '../../../shared/shops.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull } from '../columns.ts'
import { type Position, readSlice, type Slice } from '../keyset-pagination.ts'

/** A call of a shop with a valid signature. */
export interface ShopCall {
  readonly id: number
  /** The shop's id of the event; '': it sends none. */
  readonly eventRef: string
  /** The shop's name of the event. */
  readonly event: string
  readonly outcome: ShopCallOutcome
  readonly orderRef: string | null
  readonly ms: number
  readonly createdAt: Date
  readonly replayedAt: Date | null
}

interface NewShopCall extends Omit<ShopCall, 'id' | 'replayedAt'> {
  readonly body: string
}

/** Associated data: a body can't be decrypted in another application's row. */
const sealedFor = (applicationId: number) => `app:${applicationId}:shop-call`

const columns = ['id', 'event_ref', 'event', 'outcome', 'order_ref', 'ms', 'created_at', 'replayed_at'] as const

/** The calls of shops. Every call takes the application first. */
export function shopCallStore(db: Kysely<Tables>, secrets: Secrets) {
  const ofShop = (applicationId: number, shopId: number) =>
    db.selectFrom('shop_calls').where('application_id', '=', applicationId).where('shop_id', '=', shopId)
  return {
    /** Adds one, and deletes those beyond the newest. */
    insert: async (applicationId: number, shopId: number, call: NewShopCall): Promise<void> => {
      await db
        .insertInto('shop_calls')
        .values({
          application_id: applicationId,
          shop_id: shopId,
          event_ref: call.eventRef,
          event: call.event,
          outcome: call.outcome,
          order_ref: call.orderRef,
          ms: call.ms,
          body_sealed: secrets.seal(sealedFor(applicationId), call.body),
          created_at: call.createdAt.getTime(),
        })
        .execute()
      const beyond = db
        .selectFrom('shop_calls')
        .select('id')
        .where('shop_id', '=', shopId)
        .orderBy('id', 'desc')
        .offset(maxShopCalls)
        .limit(1)
      await db.deleteFrom('shop_calls').where('shop_id', '=', shopId).where('id', '<=', beyond).execute()
    },
    /** The newest first. */
    list: async (
      applicationId: number,
      shopId: number,
      after: Position | undefined,
      limit: number,
    ): Promise<Slice<ShopCall>> => {
      const order = { column: 'id', isDescending: true, nulls: 'none', isUnique: true } as const
      const slice = await readSlice('shop_calls', order, after, limit, (segment) =>
        ofShop(applicationId, shopId)
          .select(columns)
          .where(segment.where)
          .orderBy(segment.orderBy)
          .limit(segment.limit)
          .execute(),
      )
      return { rows: slice.rows.map(fromRow), next: slice.next }
    },
    findWithBody: async (applicationId: number, shopId: number, callId: number) => {
      const row = await ofShop(applicationId, shopId)
        .select([...columns, 'body_sealed'])
        .where('id', '=', callId)
        .executeTakeFirst()
      return row && { ...fromRow(row), body: secrets.open(sealedFor(applicationId), row.body_sealed) }
    },
    replayed: async (
      applicationId: number,
      callId: number,
      { outcome, at }: { readonly outcome: ShopCallOutcome; readonly at: Date },
    ): Promise<void> => {
      await db
        .updateTable('shop_calls')
        .set({ outcome, replayed_at: at.getTime() })
        .where('application_id', '=', applicationId)
        .where('id', '=', callId)
        .execute()
    },
    /** Deletes old ones; how many. */
    removeOld: async (before: Date, limit: number): Promise<number> => {
      const old = db.selectFrom('shop_calls').select('id').where('created_at', '<', before.getTime()).limit(limit)
      const { numDeletedRows } = await db.deleteFrom('shop_calls').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

type CallRow = Pick<Tables['shop_calls'], Exclude<(typeof columns)[number], 'id' | 'replayed_at'>> & {
  readonly id: number
  readonly replayed_at: number | null
}

function fromRow(row: CallRow): ShopCall {
  return {
    id: row.id,
    eventRef: row.event_ref,
    event: row.event,
    outcome: row.outcome as ShopCallOutcome,
    orderRef: row.order_ref,
    ms: row.ms,
    createdAt: new Date(row.created_at),
    replayedAt: dateOrNull(row.replayed_at),
  }
}
