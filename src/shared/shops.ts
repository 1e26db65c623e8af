/** Where a shop's signing secret comes from: made here, copied from the shop, or there is none. */
type SecretSource = 'made' | 'pasted' | 'none'

interface ShopProvider {
  readonly name: string
  readonly secret: SecretSource
  /** It makes license keys itself, which can become ours. */
  readonly makesKeys: boolean
  /** The buyer gets our keys from it; those of other shops get them by email. */
  readonly showsKeys: boolean
}

/** The shops that can be connected. `api` stands for orders that a program sends with a token. */
const shopProviders = {
  stripe: { name: 'Stripe', secret: 'pasted', makesKeys: false, showsKeys: false },
  paddle: { name: 'Paddle Billing', secret: 'pasted', makesKeys: false, showsKeys: false },
  lemonsqueezy: { name: 'Lemon Squeezy', secret: 'made', makesKeys: true, showsKeys: false },
  gumroad: { name: 'Gumroad', secret: 'pasted', makesKeys: true, showsKeys: false },
  sellauth: { name: 'SellAuth', secret: 'pasted', makesKeys: false, showsKeys: true },
  sellapp: { name: 'Sell.app', secret: 'pasted', makesKeys: false, showsKeys: true },
  generic: { name: 'Your own shop', secret: 'made', makesKeys: false, showsKeys: true },
  api: { name: 'API token', secret: 'none', makesKeys: false, showsKeys: true },
} as const satisfies Record<string, ShopProvider>

export type ShopProviderId = keyof typeof shopProviders

export const shopProviderIds = Object.keys(shopProviders) as [ShopProviderId, ...ShopProviderId[]]

/** What is known of a provider, with every column. */
export const shopProvider = (id: ShopProviderId): ShopProvider => shopProviders[id]

/** What a refund or a dispute does to the licenses of an order. */
export const reversalActions = ['act', 'keep'] as const

export const quantityMeanings = ['keys', 'seats'] as const
/** `mail`: a key of ours, which the buyer gets by email. */
export const keySources = ['ours', 'mail', 'shop'] as const

/** How an item of an order stands. */
export const orderStatuses = ['paid', 'disputed', 'refunded', 'waiting', 'unmatched'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What came of a call of a shop. */
export const shopCallOutcomes = [
  'paid',
  'repeated',
  'waiting',
  'unmatched',
  'refunded',
  'partly_refunded',
  'disputed',
  'dispute_won',
  'renewed',
  'ended',
  'ignored',
  'unreadable',
] as const
export type ShopCallOutcome = (typeof shopCallOutcomes)[number]

/** Shops of one application. */
export const maxShops = 20
export const shopNameMaxLength = 64
/** Products of one shop that are mapped to presets. */
export const maxShopProducts = 100
/** The most keys or seats that one item of an order makes. */
export const maxOrderQuantity = 100
/** Access goes on this long after a paid period, in which the shop collects the next payment. */
export const renewalGraceDays = 3
/** Calls of a shop are kept so long, and so many of them. */
export const shopCallsKeptDays = 14
export const maxShopCalls = 1000
/** Buyers see the keys of an order in the portal for this long. */
export const orderPageHours = 24
/** A replaced secret works for this long. */
export const previousSecretHours = 24
