import { randomBytes } from 'node:crypto'
import type { shopRoutes } from '../../../shared/contract/shops.ts'
import { maxShops, previousSecretHours, shopProvider } from '../../../shared/shops.ts'
import type { LiveBus } from '../../events/live-bus.ts'
import type { Recorder } from '../../events/recorder.ts'
import { findApplication, lockApplication } from '../../http/auth/application-access.ts'
import { rightsOf } from '../../http/auth/rights-of.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { fieldError, fieldValueError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { randomToken } from '../../lib/tokens.ts'
import type { MailQueue } from '../../mails/queue-mail.ts'
import { offeredPreset } from '../../operations/offered-preset.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Shop, ShopProduct } from '../../store/selling/shops.ts'
import { adapterOf } from './adapters/index.ts'
import { UnreadableCall } from './shop-event.ts'
import { takeEvents } from './take-events.ts'

export interface ShopDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
  readonly bus: LiveBus
  readonly mailQueue: MailQueue
  /** Where the server is reached. */
  readonly origin: () => string
}

type ShopRoutes = Pick<typeof shopRoutes, Extract<keyof typeof shopRoutes, `${string}/shops${string}`>>

const mostCounted = 100
const previousMs = previousSecretHours * 60 * 60 * 1000

/** Shops: connecting them, what their products are, and their calls. */
export function shopHandlers({ stores, clock, recorder, bus, mailQueue, origin }: ShopDeps): Handlers<ShopRoutes> {
  const shown = ({ path, applicationId: _, ...shop }: Shop) => ({
    ...shop,
    products: [...shop.products],
    url: shop.provider === 'api' ? null : `${origin()}/api/shops/${path}`,
  })

  return {
    'GET /api/applications/:id/shops': async ({ caller, params: { id } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      // Of a shop that signs nothing the address is a secret.
      const seesAddress = rightsOf(caller, application, application.memberRole).has('manage')
      const shops = await stores.shops.list(id)
      return Promise.all(
        shops.map(async (shop) => {
          const { url, ...rest } = shown(shop)
          return {
            ...rest,
            url: seesAddress ? url : null,
            unmatched: await stores.orders.countUnmatched(id, shop.id, mostCounted),
          }
        }),
      )
    },

    'POST /api/applications/:id/shops': async ({ params: { id }, body, ...actor }) => {
      const secret = shopProvider(body.provider).secret === 'made' ? newShopSecret() : null
      const made = await stores.transaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, 'manage')
        if ((await tx.shops.count(id)) >= maxShops) throw new Problem('limit_reached')
        if (body.provider === 'api' && (await tx.shops.findByProvider(id, 'api'))) {
          throw fieldError('provider', 'Orders with a token are connected already.')
        }
        const now = clock.now()
        const { provider, name, onRefund = 'act', onDispute = 'act', hasOrderPage = false, products = [] } = body
        const settings = { provider, name, onRefund, onDispute, hasOrderPage }
        await requirePresets(tx, id, products, [])
        // 128 random bits: who doesn't know the address can't call it.
        const path = randomToken(16)
        const shop = await tx.shops.insert(id, { ...settings, path, secret }, now)
        if (products.length > 0) await tx.shops.setProducts(id, shop.id, products)
        await audit(tx, actor, 'shop.create', subjectOf(shop), now)
        return { ...shop, products }
      })
      return { ...shown(made), secret }
    },

    'PATCH /api/applications/:id/shops/:shopId': ({ params: { id, shopId }, body, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const before = await requireShop(tx, id, shopId)
        const { products, ...settings } = body
        if (products) {
          await requirePresets(tx, id, products, before.products)
          await tx.shops.setProducts(id, shopId, products)
        }
        await tx.shops.update(id, shopId, settings)
        const fields = Object.keys(body).join(', ')
        if (fields !== '') await audit(tx, actor, 'shop.update', subjectOf(before), clock.now(), fields)
        const shop = await tx.shops.find(id, shopId)
        if (!shop) throw new Problem('shop_not_found')
        return shown(shop)
      }),

    'DELETE /api/applications/:id/shops/:shopId': ({ params: { id, shopId }, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const shop = await requireShop(tx, id, shopId)
        const now = clock.now()
        await tx.shops.remove(id, shopId, now)
        await audit(tx, actor, 'shop.delete', subjectOf(shop), now)
        return { message: 'Shop disconnected' }
      }),

    'POST /api/applications/:id/shops/:shopId/rotate-secret': ({ params: { id, shopId }, body, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const shop = await requireShop(tx, id, shopId)
        const source = shopProvider(shop.provider).secret
        if (source === 'none') throw fieldError('secret', 'This shop has no secret.')
        if (source === 'pasted' && body.secret == null) throw fieldValueError('secret', 'is required')
        if (source === 'made' && body.secret != null) throw fieldError('secret', 'The secret is made here.')
        const secret = body.secret ?? newShopSecret()
        const now = clock.now()
        await tx.shops.replaceSecret(id, shopId, secret, new Date(now.getTime() + previousMs))
        await audit(tx, actor, 'shop.rotate_secret', subjectOf(shop), now)
        return { ...shown({ ...shop, hasSecret: true }), secret: source === 'made' ? secret : null }
      }),

    'GET /api/applications/:id/shops/:shopId/calls': async ({ caller, params: { id, shopId }, query }) => {
      await findApplication(stores, caller, id, 'look')
      if (!(await stores.shops.find(id, shopId))) throw new Problem('shop_not_found')
      return pagedList(query, {
        sort: 'id:desc',
        sortedBy: 'number',
        read: (after, size) => stores.shopCalls.list(id, shopId, after, size),
        show: (call) => call,
      })
    },

    'POST /api/applications/:id/shops/:shopId/calls/:callId/replay': async ({ params, ...actor }) => {
      const { id, shopId, callId } = params
      const outcome = await stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const shop = await requireShop(tx, id, shopId)
        const call = await tx.shopCalls.findWithBody(id, shopId, callId)
        const adapter = adapterOf(shop.provider)
        if (!call || !adapter) throw new Problem('shop_call_not_found')
        const now = clock.now()
        const source = { ip: clientIp(actor.request), userAgent: '' }
        const { events } = readAgain(() => adapter.read(call.body, () => undefined))
        const taken = await takeEvents({ tx, recorder, mailQueue, shop, now, ...source }, events)
        await tx.shopCalls.replayed(id, callId, { outcome: taken.outcome, at: now })
        await audit(tx, actor, 'shop.replay', subjectOf(shop), now, `call ${callId}: ${taken.outcome}`)
        return taken.outcome
      })
      bus.publishChange(id, ['order', 'license'])
      return { outcome }
    },
  }
}

/** In the format of Standard Webhooks. */
const newShopSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** Locked, so that no call changes anything meanwhile. */
async function requireShop(tx: StoreSet, applicationId: number, shopId: number): Promise<Shop> {
  const shop = await tx.shops.lock(applicationId, shopId)
  if (!shop) throw new Problem('shop_not_found')
  return shop
}

/** A product may keep a preset that was archived since. */
async function requirePresets(
  tx: StoreSet,
  applicationId: number,
  products: readonly ShopProduct[],
  before: readonly ShopProduct[],
): Promise<void> {
  const kept = new Set(before.map(({ presetId }) => presetId))
  for (const presetId of new Set(products.map((each) => each.presetId))) {
    const preset = await tx.licensePresets.hold(applicationId, presetId)
    if (!preset || !kept.has(presetId)) offeredPreset(preset)
  }
}

function readAgain<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableCall) throw new Problem('shop_call_unreadable')
    throw error
  }
}

const subjectOf = ({ applicationId, id, name }: Pick<Shop, 'applicationId' | 'id' | 'name'>) =>
  ofApplication(applicationId, `, shop ${id} "${name}"`)
