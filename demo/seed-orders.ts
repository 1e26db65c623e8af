import { randomBytes } from 'node:crypto'
import { randomToken } from '../src/server/lib/tokens.ts'
import { newLicense } from '../src/server/operations/new-license.ts'
import type { StoreSet } from '../src/server/store/index.ts'
import { orderRank } from '../src/server/store/selling/orders.ts'

const dayMs = 86_400_000

const buyers = ['sofia', 'kenji', 'amara', 'luca', 'nora', 'samir', 'mei', 'tomas', 'ayla', 'diego', 'freya', 'omar']

/** What a shop must know to report its orders. */
export interface SeededShop {
  readonly path: string
  readonly secret: string
  readonly products: readonly string[]
}

/** A shop with two products, and its orders: most are paid, one refunded, one disputed, one without a preset. */
export async function seedOrders(tx: StoreSet, applicationId: number): Promise<SeededShop> {
  const connectedAt = new Date(Date.now() - 60 * dayMs)
  const preset = {
    validityStart: 'first_use',
    maxDevices: null,
    maxSessions: null,
    graceDays: null,
    mask: null,
  } as const
  const pro = { ...preset, name: 'Pro', maxUsers: 1, validityDays: 365, features: { export: true } }
  const team = { ...preset, name: 'Team', maxUsers: 5, validityDays: 365, features: { export: true, projects: 50 } }
  const made = [
    await tx.licensePresets.insert(applicationId, pro, connectedAt),
    await tx.licensePresets.insert(applicationId, team, connectedAt),
  ]
  const address = { path: randomToken(16), secret: `whsec_${randomBytes(24).toString('base64')}` }
  const { id: shopId } = await tx.shops.insert(
    applicationId,
    {
      ...{ provider: 'generic', name: 'Game Shop', onRefund: 'act', onDispute: 'act', hasOrderPage: false },
      ...address,
    },
    connectedAt,
  )
  const products = made.map(({ id, name }) => ({
    ...{ product: name.toLowerCase(), presetId: id },
    // the shop shows them: nothing of a demo is sent anywhere
    ...({ quantityAs: 'keys', keyFrom: 'ours' } as const),
  }))
  await tx.shops.setProducts(applicationId, shopId, products)
  for (const [place, buyer] of buyers.entries()) {
    const at = new Date(Date.now() - (buyers.length - place) * 3 * dayMs)
    const item = { shopId, orderRef: `GS-${20_411 + place * 7}`, itemRef: '' }
    const { id } = await tx.orders.insertOrFind(applicationId, item, at)
    const sold = { email: `${buyer}@example.com`, product: products[place % 2]?.product ?? null }
    if (place === 10) {
      await tx.orders.update(applicationId, id, { ...sold, product: 'season-pass', status: 'unmatched' })
      continue
    }
    const license = newLicense({ description: `Order ${item.orderRef}` }, made[place % 2], at)
    const { id: licenseId } = await tx.licenses.insert(applicationId, license)
    const status = ({ 3: 'refunded', 7: 'disputed' } as const)[place] ?? 'paid'
    await tx.orders.raise(applicationId, id, orderRank[status])
    await tx.orders.update(applicationId, id, { ...sold, status, licenseIds: [licenseId], soldAt: at })
    if (status !== 'paid') await tx.licenses.holdByOrder(applicationId, [licenseId], status)
  }
  const lastOrderAt = new Date(Date.now() - 2 * 3_600_000)
  await tx.shops.called(applicationId, shopId, lastOrderAt)
  await seedMails(tx, applicationId, lastOrderAt)
  return { ...address, products: products.map(({ product }) => product) }
}

/** A mail server of the shop, an email that it took and one that it refused. */
async function seedMails(tx: StoreSet, applicationId: number, at: Date): Promise<void> {
  const smtp = { host: 'mail.example.com', port: 465, security: 'tls', username: 'shop', password: 'demo' } as const
  await tx.mailSenders.update(applicationId, {
    ...{ fromName: 'Game Shop', replyTo: 'help@example.com' },
    smtp: { ...smtp, from: 'shop@example.com' },
  })
  for (const [to, error] of [
    ['omar@example.com', null],
    ['freya@example.com', '550 5.1.1 No such mailbox'],
  ] as const) {
    const mail = { applicationId, kind: 'key', to, subject: 'Your license key', text: '', expiresAt: null } as const
    await tx.mails.insert({ ...mail, plannedAt: at }, at)
    const claimed = await tx.mails.claim(applicationId, at, at)
    if (!claimed) continue
    await (error === null ? tx.mails.sent(claimed.id, at) : tx.mails.failed(claimed.id, error, at))
  }
}
