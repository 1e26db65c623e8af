import type { ShopProviderId } from '../../../../shared/shops.ts'
import type { ShopAdapter } from '../shop-event.ts'
import { genericShop } from './generic.ts'
import { gumroad } from './gumroad.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { paddle } from './paddle.ts'
import { sellApp } from './sell-app.ts'
import { sellAuth } from './sell-auth.ts'
import { stripe } from './stripe.ts'

/** How each shop signs and what it sends. `api` has no address: its orders come with a token. */
const shopAdapters: Readonly<Record<Exclude<ShopProviderId, 'api'>, ShopAdapter>> = {
  stripe,
  paddle,
  lemonsqueezy: lemonSqueezy,
  gumroad,
  sellauth: sellAuth,
  sellapp: sellApp,
  generic: genericShop,
}

export const adapterOf = (provider: ShopProviderId): ShopAdapter | undefined =>
  provider === 'api' ? undefined : shopAdapters[provider]
