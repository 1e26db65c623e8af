import type { Kysely, Selectable } from 'kysely'
import type { keySources, quantityMeanings, reversalActions, ShopProviderId } from '../../../shared/shops.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, defined, flag, type Patch } from '../columns.ts'
import { ownRow } from '../own-row.ts'
import { countRows, updatesRow } from '../row-results.ts'

/** Which preset a product of a shop is. */
export interface ShopProduct {
  readonly product: string
  readonly presetId: number
  readonly quantityAs: (typeof quantityMeanings)[number]
  readonly keyFrom: (typeof keySources)[number]
}

interface ShopSettings {
  readonly name: string
  readonly onRefund: (typeof reversalActions)[number]
  readonly onDispute: (typeof reversalActions)[number]
  /** Buyers see their keys in the portal by the order's reference. */
  readonly hasOrderPage: boolean
}

export interface Shop extends ShopSettings {
  readonly id: number
  readonly applicationId: number
  readonly provider: ShopProviderId
  /** The random part of its address. */
  readonly path: string
  readonly hasSecret: boolean
  readonly createdAt: Date
  readonly lastCallAt: Date | null
  readonly products: readonly ShopProduct[]
}

export interface NewShop extends ShopSettings {
  readonly provider: ShopProviderId
  readonly path: string
  readonly secret: string | null
}

/** Associated data: the ciphertext can't be decrypted in another application's row. */
const sealedFor = (applicationId: number, what: 'path' | 'secret') => `app:${applicationId}:shop-${what}`

/** Shops. Every call but the one by path takes the application first: another application's shop counts as missing. */
export function shopStore(db: Kysely<Tables>, secrets: Secrets) {
  const existing = (applicationId: number) =>
    db.selectFrom('shops').where('application_id', '=', applicationId).where('deleted_at', 'is', null)

  const productsOf = async (shopIds: readonly number[]) => {
    const rows =
      shopIds.length === 0
        ? []
        : await db.selectFrom('shop_products').selectAll().where('shop_id', 'in', shopIds).orderBy('id').execute()
    return Map.groupBy(rows, (row) => row.shop_id)
  }
  const withProducts = async (rows: readonly Selectable<Tables['shops']>[]): Promise<Shop[]> => {
    const products = await productsOf(rows.map(({ id }) => id))
    return rows.map((row) => fromRow(row, products.get(row.id) ?? [], secrets))
  }
  const find = async (applicationId: number, shopId: number): Promise<Shop | undefined> => {
    const [shop] = await withProducts(await existing(applicationId).selectAll().where('id', '=', shopId).execute())
    return shop
  }
  const sealSecret = (applicationId: number, secret: string | null) =>
    secret === null ? null : secrets.seal(sealedFor(applicationId, 'secret'), secret)

  return {
    find,
    list: async (applicationId: number): Promise<Shop[]> =>
      withProducts(await existing(applicationId).selectAll().orderBy('id').execute()),
    count: (applicationId: number): Promise<number> => countRows(existing(applicationId)),
    /** Names and providers of shops, deleted ones too. */
    names: async (applicationId: number, shopIds: readonly number[]) => {
      const rows =
        shopIds.length === 0
          ? []
          : await db
              .selectFrom('shops')
              .select(['id', 'name', 'provider'])
              .where('application_id', '=', applicationId)
              .where('id', 'in', shopIds)
              .execute()
      return new Map(
        rows.map(({ id, name, provider }) => [id, { id, name, provider: provider as ShopProviderId }] as const),
      )
    },
    findByProvider: async (applicationId: number, provider: ShopProviderId): Promise<Shop | undefined> => {
      const [shop] = await withProducts(
        await existing(applicationId).selectAll().where('provider', '=', provider).limit(1).execute(),
      )
      return shop
    },
    /** The shop of an address, and the secrets that sign its calls now. */
    findByPath: async (path: string, now: Date): Promise<{ shop: Shop; signingSecrets: string[] } | undefined> => {
      const row = await db
        .selectFrom('shops')
        .innerJoin('applications', 'applications.id', 'shops.application_id')
        .selectAll('shops')
        .where('shops.path_lookup', '=', secrets.lookup('shop-path', path))
        .where('shops.deleted_at', 'is', null)
        .where('applications.deleted_at', 'is', null)
        .executeTakeFirst()
      if (!row) return undefined
      const isPreviousValid = row.previous_secret_ends_at !== null && row.previous_secret_ends_at > now.getTime()
      const sealed = [row.secret_sealed, isPreviousValid ? row.previous_secret_sealed : null]
      const open = (text: string) => secrets.open(sealedFor(row.application_id, 'secret'), text)
      return {
        shop: fromRow(row, [], secrets),
        signingSecrets: sealed.filter((text) => text !== null).map(open),
      }
    },
    /** Locks the shop until the transaction ends: its calls change orders one after another. */
    lock: async (applicationId: number, shopId: number): Promise<Shop | undefined> => {
      const same = db.updateTable('shops').set((eb) => ({ created_at: eb.ref('created_at') }))
      const rows = await ownRow(same, applicationId, shopId).where('deleted_at', 'is', null).returningAll().execute()
      return (await withProducts(rows))[0]
    },
    insert: async (applicationId: number, shop: NewShop, now: Date): Promise<Shop> => {
      const row = await db
        .insertInto('shops')
        .values({
          application_id: applicationId,
          provider: shop.provider,
          name: shop.name,
          path_lookup: secrets.lookup('shop-path', shop.path),
          path_sealed: secrets.seal(sealedFor(applicationId, 'path'), shop.path),
          secret_sealed: sealSecret(applicationId, shop.secret),
          on_refund: shop.onRefund,
          on_dispute: shop.onDispute,
          has_order_page: flag(shop.hasOrderPage),
          created_at: now.getTime(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return fromRow(row, [], secrets)
    },
    update: async (applicationId: number, shopId: number, change: Patch<ShopSettings>): Promise<void> => {
      const columns = defined({
        name: change.name,
        on_refund: change.onRefund,
        on_dispute: change.onDispute,
        has_order_page: change.hasOrderPage === undefined ? undefined : flag(change.hasOrderPage),
      })
      if (Object.keys(columns).length === 0) return
      await ownRow(db.updateTable('shops').set(columns), applicationId, shopId).execute()
    },
    /** Replaces what is mapped. The presets were found before. */
    setProducts: async (applicationId: number, shopId: number, products: readonly ShopProduct[]): Promise<void> => {
      await db
        .deleteFrom('shop_products')
        .where('application_id', '=', applicationId)
        .where('shop_id', '=', shopId)
        .execute()
      if (products.length === 0) return
      const rows = products.map((product) => ({
        application_id: applicationId,
        shop_id: shopId,
        product_ref: product.product,
        preset_id: product.presetId,
        quantity_as: product.quantityAs,
        key_from: product.keyFrom,
      }))
      await db.insertInto('shop_products').values(rows).execute()
    },
    /** A new secret; the one before works until then, or not at all. */
    replaceSecret: async (
      applicationId: number,
      shopId: number,
      secret: string,
      previousEndsAt: Date,
    ): Promise<void> => {
      const changed = db.updateTable('shops').set((eb) => ({
        secret_sealed: sealSecret(applicationId, secret),
        previous_secret_sealed: eb.ref('secret_sealed'),
        previous_secret_ends_at: previousEndsAt.getTime(),
      }))
      await ownRow(changed, applicationId, shopId).execute()
    },
    called: async (applicationId: number, shopId: number, now: Date): Promise<void> => {
      const called = db.updateTable('shops').set({ last_call_at: now.getTime() })
      await ownRow(called, applicationId, shopId).execute()
    },
    /** Its address is unknown from now on; its orders stay. False when there is none. */
    remove: async (applicationId: number, shopId: number, now: Date): Promise<boolean> => {
      const gone = { deleted_at: now.getTime(), secret_sealed: null, previous_secret_sealed: null }
      const removed = ownRow(db.updateTable('shops').set(gone), applicationId, shopId).where('deleted_at', 'is', null)
      if (!(await updatesRow(removed))) return false
      await db.deleteFrom('shop_products').where('shop_id', '=', shopId).execute()
      await db.deleteFrom('shop_calls').where('shop_id', '=', shopId).execute()
      return true
    },
  }
}

function fromRow(
  row: Selectable<Tables['shops']>,
  products: readonly Selectable<Tables['shop_products']>[],
  secrets: Secrets,
): Shop {
  return {
    id: row.id,
    applicationId: row.application_id,
    provider: row.provider as ShopProviderId,
    name: row.name,
    path: secrets.open(sealedFor(row.application_id, 'path'), row.path_sealed),
    hasSecret: row.secret_sealed !== null,
    onRefund: row.on_refund as Shop['onRefund'],
    onDispute: row.on_dispute as Shop['onDispute'],
    hasOrderPage: row.has_order_page === 1,
    createdAt: new Date(row.created_at),
    lastCallAt: dateOrNull(row.last_call_at),
    products: products.map((product) => ({
      product: product.product_ref,
      presetId: product.preset_id,
      quantityAs: product.quantity_as as ShopProduct['quantityAs'],
      keyFrom: product.key_from as ShopProduct['keyFrom'],
    })),
  }
}
