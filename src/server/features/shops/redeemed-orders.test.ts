import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type ConnectedShop, sendSigned } from '../../../../test/harness/shop-calls.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../../test/harness/world.ts'

const dayMs = 86_400_000

describeOnBothDatabases('a sold key whose time went into another license', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World
  let shop: ConnectedShop
  beforeAll(async () => {
    w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: false })
    const wanted = { name: 'Solo', maxUsers: 1, validityDays: 20, validityStart: 'first_use' }
    const { id: presetId } = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, wanted)
    shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'generic', name: 'Own' })
    const products = [{ product: 'solo', presetId, quantityAs: 'keys', keyFrom: 'ours' }]
    await w.dashboard('PATCH', `${w.base}/shops/${shop.id}`, { products })
  })

  const send = async (event: string, order_id: string) => {
    const sold = event === 'order.paid' && { product: 'solo' }
    const { status, body } = await sendSigned(suite.test, shop, { event, order_id, ...sold })
    expect(status).toBe(200)
    return (body as { readonly keys?: readonly string[] }).keys?.[0] ?? ''
  }
  const daysLeft = async (username: string) => {
    const { body } = await w.login({ username })
    return (Date.parse(String(body.expires_at)) - w.clock.nowMs()) / dayMs
  }
  /** A user who redeemed the key of an order of 20 days, and another one of 20 days after it. */
  const redeemedTwice = async (username: string) => {
    const own = await w.license({ validityDays: 10, validityStart: 'first_use', maxUsers: 1 })
    await w.register({ username, license_key: own.licenseKey })
    for (const order of [`${username}-1`, `${username}-2`]) {
      const license_key = await send('order.paid', order)
      const { body } = await w.send('/api/v1/redeem', { username, password, license_key })
      expect(body.code).toBe('license_redeemed')
    }
    const [order] = await w.dashboard<{ licenseIds: number[] }[]>('GET', `${w.base}/orders?q=${username}-1`)
    expect(await daysLeft(username)).toBe(50)
    return order?.licenseIds[0] ?? 0
  }

  it('loses its days there with the refund, once', async () => {
    await redeemedTwice('refunded')
    await send('order.refunded', 'refunded-1')
    expect(await daysLeft('refunded')).toBe(30)
    await send('order.refunded', 'refunded-1')
    expect(await daysLeft('refunded')).toBe(30)
  })

  it('gets them back when a dispute is won, but not while the key is banned', async () => {
    const licenseId = await redeemedTwice('disputed')
    await send('order.disputed', 'disputed-1')
    await w.actOnLicense(licenseId, 'ban')
    expect(await daysLeft('disputed')).toBe(30)
    await send('order.dispute_won', 'disputed-1')
    expect(await daysLeft('disputed')).toBe(30)
    await w.actOnLicense(licenseId, 'unban')
    expect(await daysLeft('disputed')).toBe(50)
  })

  it('gets no day back when a ban is lifted after the refund', async () => {
    const licenseId = await redeemedTwice('banned')
    await w.actOnLicense(licenseId, 'ban')
    await send('order.refunded', 'banned-1')
    await w.actOnLicense(licenseId, 'unban')
    expect(await daysLeft('banned')).toBe(30)
  })
})
