import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dateOrNull } from '../columns.ts'

/** A paid period of a subscription. */
export interface Period {
  /** null: where the period before ends. */
  readonly startsAt: Date | null
  readonly endsAt: Date
}

/** What is known of a subscription. */
export interface SubscriptionFacts {
  readonly periods: readonly Period[]
  /** When it was ended, the last time. */
  readonly endedAt: Date | null
}

/** Paid periods and ends of subscriptions. Every call takes the application first. */
export function subscriptionStore(db: Kysely<Tables>) {
  const insert = async (
    place: { readonly applicationId: number; readonly shopId: number; readonly subscription: string },
    kind: 'period' | 'end',
    { startsAt, endsAt }: Period,
  ): Promise<boolean> => {
    const inserted = await db
      .insertInto('subscription_periods')
      .values({
        application_id: place.applicationId,
        shop_id: place.shopId,
        subscription_ref: place.subscription,
        kind,
        starts_at: startsAt?.getTime() ?? null,
        ends_at: endsAt.getTime(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  }
  return {
    /** False when it was known. */
    addPeriod: (applicationId: number, shopId: number, subscription: string, period: Period): Promise<boolean> =>
      insert({ applicationId, shopId, subscription }, 'period', period),
    addEnd: (applicationId: number, shopId: number, subscription: string, endsAt: Date): Promise<boolean> =>
      insert({ applicationId, shopId, subscription }, 'end', { startsAt: null, endsAt }),
    read: async (applicationId: number, shopId: number, subscription: string): Promise<SubscriptionFacts> => {
      const rows = await db
        .selectFrom('subscription_periods')
        .select(['kind', 'starts_at', 'ends_at'])
        .where('application_id', '=', applicationId)
        .where('shop_id', '=', shopId)
        .where('subscription_ref', '=', subscription)
        .orderBy('ends_at')
        .execute()
      const periods = rows
        .filter(({ kind }) => kind === 'period')
        .map((row) => ({ startsAt: dateOrNull(row.starts_at), endsAt: new Date(row.ends_at) }))
      const end = rows.findLast(({ kind }) => kind === 'end')
      return { periods, endedAt: end ? new Date(end.ends_at) : null }
    },
  }
}
