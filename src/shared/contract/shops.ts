import { z } from 'zod'
import {
  keySources,
  maxOrderQuantity,
  maxShopProducts,
  orderStatuses,
  quantityMeanings,
  reversalActions,
  shopCallOutcomes,
  shopNameMaxLength,
  shopProviderIds,
} from '../shops.ts'
import { ById, Done, Email, Line, Page, PathId, SearchText, Secret, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByShop = z.strictObject({ id: PathId, shopId: PathId })
const Reference = Line(200).min(1)

const ShopProduct = z.strictObject({
  /** What the shop calls the product. */
  product: Reference,
  presetId: z.int().positive(),
  /** What a quantity of 3 gives: three keys, or one with three times the seats. */
  quantityAs: z.enum(quantityMeanings),
  /** Whose key it becomes: a new one of ours, also mailed to the buyer (`mail`), or the one that the shop made. */
  keyFrom: z.enum(keySources),
})

const settings = z.strictObject({
  name: Line(shopNameMaxLength).min(1, 'Enter a name.'),
  /** `act`: the licenses of a refunded order don't work any longer. `keep`: they do. */
  onRefund: z.enum(reversalActions),
  /** The same while an order is disputed; a dispute that was won lifts it. */
  onDispute: z.enum(reversalActions),
  /**
   * Buyers see their keys in the portal, for 24 hours: at `/portal/{slug}/order?ref=` and the shop's ID of the order. For
   * IDs that hold 20 random characters.
   */
  hasOrderPage: z.boolean(),
})

const Products = z
  .array(ShopProduct)
  .max(maxShopProducts)
  .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, 'must not name a product twice')

const Shop = settings.extend({
  id: z.int(),
  provider: z.enum(shopProviderIds),
  /** Where the shop sends its calls. null: orders are sent with a token, or you may not change the shop. */
  url: z.string().nullable(),
  hasSecret: z.boolean(),
  products: z.array(ShopProduct),
  createdAt: Time,
  lastCallAt: Time.nullable(),
})

/** The secret is in this response only. null: the shop makes it, or signs nothing. */
const WithSecret = Shop.extend({ secret: z.string().nullable() })

const ShopCall = z.object({
  id: z.int(),
  eventRef: z.string(),
  event: z.string(),
  outcome: z.enum(shopCallOutcomes),
  orderRef: z.string().nullable(),
  ms: z.int(),
  createdAt: Time,
  replayedAt: Time.nullable(),
})

const Order = z.object({
  id: z.int(),
  shop: z.object({ id: z.int(), name: z.string(), provider: z.enum(shopProviderIds) }),
  orderRef: z.string(),
  itemRef: z.string(),
  status: z.enum(orderStatuses),
  product: z.string().nullable(),
  quantity: z.int(),
  licenseIds: z.array(z.int()),
  email: z.string().nullable(),
  subscription: z.string().nullable(),
  /** When the access that its subscription pays for ends. */
  periodEnd: Time.nullable(),
  isTest: z.boolean(),
  isPartlyRefunded: z.boolean(),
  createdAt: Time,
})

/** An event of an order, as a shop of your own sends it. Times are ISO 8601. */
export const GenericShopEvent = z.strictObject({
  event: z.enum([
    'order.paid',
    'order.refunded',
    'order.disputed',
    'order.dispute_won',
    'subscription.renewed',
    'subscription.ended',
  ]),
  order_id: Reference,
  /** Where an order has several items: which one. Absent: the whole order. */
  item_id: Reference.optional(),
  /** Required for `order.paid`. */
  product: Reference.nullish(),
  quantity: z.int().min(1).max(maxOrderQuantity).optional(),
  email: Email.nullish(),
  /** Required for `subscription.…`. */
  subscription_id: Reference.optional(),
  /** End of the paid period, or of the subscription. Required for `subscription.…`. */
  period_end: Time.optional(),
  /** A test order makes a key for one day. */
  test: z.boolean().optional(),
})

export const shopRoutes = {
  'GET /api/applications/:id/shops': {
    name: 'listShops',
    auth: 'session',
    token: 'none',
    right: 'look',
    summary: 'Connected shops',
    params: ById,
    reply: z.array(
      Shop.extend({
        /** How many of its orders have no preset; at most 100 are counted. */
        unmatched: z.int(),
      }),
    ),
  },
  'POST /api/applications/:id/shops': {
    name: 'connectShop',
    refuses: ['limit_reached', 'preset_not_found'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Connect a shop',
    params: ById,
    body: settings
      .partial()
      .required({ name: true })
      .extend({
        provider: z.enum(shopProviderIds),
        /** What is mapped from the start; none: nothing. */
        products: Products.optional(),
      }),
    reply: WithSecret,
  },
  'PATCH /api/applications/:id/shops/:shopId': {
    name: 'updateShop',
    refuses: ['preset_not_found'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Change a shop; `products` replaces what is mapped',
    params: ByShop,
    body: settings.extend({ products: Products }).partial(),
    reply: Shop,
  },
  'DELETE /api/applications/:id/shops/:shopId': {
    name: 'disconnectShop',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Disconnect a shop; its orders and their licenses stay',
    params: ByShop,
    reply: Done,
  },
  'POST /api/applications/:id/shops/:shopId/rotate-secret': {
    name: 'rotateShopSecret',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Replace the signing secret; the previous one works for 24 hours',
    params: ByShop,
    /** For shops that make the secret: theirs. For Gumroad, which signs nothing, the ID of your account there. */
    body: z.strictObject({ secret: Secret(8, 200).nullish() }),
    reply: WithSecret,
  },
  'GET /api/applications/:id/shops/:shopId/calls': {
    name: 'listShopCalls',
    auth: 'session',
    token: 'none',
    right: 'look',
    isList: true,
    summary: 'Calls of a shop with a valid signature, the newest first; kept for 14 days, at most 1,000',
    params: ByShop,
    query: Page,
    reply: z.array(ShopCall),
  },
  'POST /api/applications/:id/shops/:shopId/calls/:callId/replay': {
    name: 'replayShopCall',
    refuses: ['shop_call_unreadable', 'product_not_mapped'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Run a stored call again, after its product was mapped',
    params: z.strictObject({ id: PathId, shopId: PathId, callId: PathId }),
    reply: z.object({ outcome: z.enum(shopCallOutcomes) }),
  },
  'GET /api/applications/:id/orders': {
    name: 'listOrders',
    auth: 'session',
    token: 'orders:read',
    right: 'look',
    isList: true,
    summary: 'Orders, the newest first',
    params: ById,
    query: Page.extend({
      /** A whole order ID, email address or subscription ID. */
      q: SearchText(200).optional(),
      status: z.enum(orderStatuses).optional(),
    }),
    reply: z.array(Order),
  },
  'GET /api/applications/:id/orders/:orderId': {
    name: 'getOrder',
    auth: 'session',
    token: 'orders:read',
    right: 'look',
    summary: 'One order with its license keys; masked for those who may not see keys',
    params: z.strictObject({ id: PathId, orderId: PathId }),
    reply: Order.extend({ licenses: z.array(z.object({ id: z.int(), licenseKey: z.string() })) }),
  },
  'POST /api/applications/:id/orders': {
    name: 'sendOrderEvent',
    refuses: ['shop_not_found', 'product_not_mapped'],
    auth: 'session',
    token: 'orders:write',
    right: 'manage',
    summary: 'Send an order event of your own program; a repeated one returns the same keys and makes none',
    params: ById,
    body: GenericShopEvent,
    reply: z.object({ order_id: z.string(), keys: z.array(z.string()) }),
  },
} satisfies Routes
