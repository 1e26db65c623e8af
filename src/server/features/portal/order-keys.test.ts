import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { countOf, openPortal, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { type ConnectedShop, sendSigned } from '../../../../test/harness/shop-calls.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'

const hourMs = 60 * 60 * 1000
const newRef = () => `pay_${randomBytes(16).toString('hex')}`

describeOnBothDatabases('the keys of an order in the portal', (open) => {
  const suite = useSuite(open)

  /** A portal, and a shop that sells `pro`. */
  async function seller(settings: object = { hasOrderPage: true }) {
    const portal = await openPortal(suite)
    const { world, slug } = portal
    const { id: presetId } = await world.dashboard<{ id: number }>('POST', `${world.base}/presets`, { name: 'Pro' })
    const shop = await world.dashboard<ConnectedShop>('POST', `${world.base}/shops`, {
      ...{ provider: 'generic', name: 'Own', ...settings },
      products: [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'mail' }],
    })
    const send = async (event: string, ref: string, more: object = {}) =>
      (await sendSigned(suite.test, shop, { event, order_id: ref, ...more })).body as { readonly keys: string[] }
    const buy = async (ref = newRef(), more: object = {}) => ({
      ref,
      keys: (await send('order.paid', ref, { product: 'pro', ...more })).keys,
    })
    const look = (ref: string, at = slug) => portalBrowser(world, at).call('POST', '/order', { ref })
    const shopPath = `${world.base}/shops/${shop.id}`
    return { ...portal, send, buy, look, shopPath }
  }

  it('are shown to who has its reference, for 24 hours after it was paid', async () => {
    const { buy, look, world } = await seller()
    const paidAt = world.clock.nowMs()
    const { ref, keys } = await buy(newRef(), { quantity: 2 })
    expect(keys).toHaveLength(2)
    const shown = { keys, is_test: false, shown_until: new Date(paidAt + 24 * hourMs).toISOString() }
    expect(await look(ref)).toMatchObject({ status: 200, body: shown })
    world.clock.advance(24 * hourMs - 1000)
    expect((await look(ref)).body.keys).toEqual(keys)
    world.clock.advance(2000)
    expect((await look(ref)).status).toBe(404)
  })

  it('of all its items are shown, and those of a test order with what they are', async () => {
    const { buy, look } = await seller()
    const { ref, keys } = await buy(newRef(), { item_id: '1' })
    const second = await buy(ref, { item_id: '2' })
    expect((await look(ref)).body.keys).toEqual([...keys, ...second.keys])
    const test = await buy(newRef(), { test: true })
    expect((await look(test.ref)).body).toMatchObject({ keys: test.keys, is_test: true })
  })

  it('are shown by no other portal, no closed one, no shop that does not say so, and not after a refund: all answered alike', async () => {
    const [one, other, silent] = [await seller(), await seller(), await seller({})]
    const { ref } = await one.buy()
    const hidden = await silent.buy()
    const counted = await one.buy('1001')
    const refunded = await one.buy()
    await one.send('order.refunded', refunded.ref)
    const waiting = newRef()
    await one.send('order.paid', waiting, { product: 'unknown' })
    const shown = ({ status, body: { requestId: _, ...body } }: Awaited<ReturnType<typeof one.look>>) => ({
      status,
      body,
    })
    const unknown = shown(await one.look(newRef()))
    expect(unknown).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
    expect(counted.keys).toHaveLength(1)
    for (const answer of [
      ...[await other.look(ref), await silent.look(hidden.ref), await one.look(counted.ref)],
      ...[await one.look(refunded.ref), await one.look(waiting), await one.look(ref.toUpperCase())],
    ]) {
      expect(shown(answer)).toEqual(unknown)
    }
    expect((await one.look(ref)).status).toBe(200)
    await one.world.dashboard('PATCH', one.shopPath, { hasOrderPage: false })
    expect(shown(await one.look(ref))).toEqual(unknown)
    await one.world.dashboard('PATCH', one.shopPath, { hasOrderPage: true })
    await one.world.dashboard('DELETE', one.shopPath)
    expect(shown(await one.look(ref))).toEqual(unknown)
    await one.world.dashboard('PATCH', one.world.base, { portalEnabled: false })
    expect((await one.look(ref)).body.code).toBe('portal_not_found')
  })

  it('can be looked for 30 times in vain from one address: of 200 at once no more are looked up, and elsewhere they are shown', async () => {
    const { buy, slug, world } = await seller()
    const { ref } = await buy()
    const from = (address: string, sent: string) =>
      portalBrowser(world, slug).call('POST', '/order', { ref: sent }, address)
    const answers = await Promise.all(Array.from({ length: 200 }, () => from('203.0.113.9', newRef())))
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([30, 170])
    expect((await from('203.0.113.9', ref)).status).toBe(429)
    expect((await from('203.0.113.10', ref)).status).toBe(200)
  })

  it('are shown 200 times at once to buyers behind one address', async () => {
    const { buy, look } = await seller()
    const { ref } = await buy()
    expect(countOf(await Promise.all(Array.from({ length: 200 }, () => look(ref))), 200)).toBe(200)
  })
})
