import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type ConnectedShop, sendSigned } from '../../../../test/harness/shop-calls.ts'
import { useWebhookSuite } from '../../../../test/harness/webhook-suite.ts'
import { password } from '../../../../test/harness/world.ts'
import { webhookPayload } from '../../../shared/webhook-payload.ts'

interface Named {
  readonly id: number
}

describeOnBothDatabases('the webhooks of what was sold', (open) => {
  const suite = useWebhookSuite(open)

  /** A developer with a shop that sells `pro`, and a webhook. */
  async function seller() {
    const w = await suite.world()
    const { id: presetId } = await w.dashboard<Named>('POST', `${w.base}/presets`, { name: 'Pro', maxUsers: 2 })
    const shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, {
      ...{ provider: 'generic', name: 'Own' },
      products: [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'ours' }],
    })
    const sell = async (event: string, order_id: string, more: object = {}) =>
      (await sendSigned(suite.test, shop, { event, order_id, ...more })).body as { readonly keys?: readonly string[] }
    const idOf = async (list: string) => (await w.dashboard<Named[]>('GET', `${w.base}/${list}`))[0]?.id
    const heard = async (type: string) => {
      await w.deliver()
      const found = w.payloads().filter((payload) => payload.type === type)
      for (const payload of found) expect(webhookPayload(payload.type).strict().parse(payload)).toEqual(payload)
      return found.map(({ data }) => ({ order: data.order, license: data.license }))
    }
    return { ...w, sell, idOf, heard }
  }

  it('name the order and the first license that it made, when it is paid and when it is refunded', async () => {
    const { sell, idOf, heard } = await seller()
    // an order without a license comes first: then an order and its license have different ids
    await sell('order.paid', 'A-0', { product: 'unknown' })
    const { keys } = await sell('order.paid', 'A-1', { product: 'pro', quantity: 2 })
    expect(keys).toHaveLength(2)
    await sell('order.refunded', 'A-1')
    const license = { id: ((await idOf('licenses?sort=id:asc')) ?? 0) as number }
    const about = { order: { id: await idOf('orders?q=A-1') }, license }
    expect(await heard('order_paid')).toEqual([about])
    expect(await heard('order_reversed')).toEqual([about])
  })

  it('name an order without a preset, which has no license', async () => {
    const { sell, idOf, heard } = await seller()
    await sell('order.paid', 'B-1', { product: 'unknown' })
    expect(await heard('order_unmatched')).toEqual([{ order: { id: await idOf('orders?q=B-1') }, license: null }])
  })

  it('name the license whose key was redeemed, and no order', async () => {
    const { sell, idOf, heard, send, user } = await seller()
    const { keys } = await sell('order.paid', 'C-1', { product: 'pro' })
    const { username } = await user()
    const redeemed = await send('/api/v1/redeem', { license_key: keys?.[0], username, password })
    expect(redeemed.body.code).toBe('license_redeemed')
    expect(await heard('license_redeemed')).toEqual([{ order: null, license: { id: await idOf('licenses') } }])
  })

  it('name the license whose user had a device released', async () => {
    const { sell, idOf, heard, send, dashboard, base } = await seller()
    await dashboard('PATCH', base, { licenseLogin: true })
    const { keys } = await sell('order.paid', 'D-1', { product: 'pro' })
    await send('/api/v1/license', { license_key: keys?.[0], hwid: 'DESKTOP-1' })
    const holder = await idOf('users?kind=license')
    await dashboard('DELETE', `${base}/users/${holder}/devices/first`)
    expect(await heard('device_released')).toEqual([{ order: null, license: { id: await idOf('licenses') } }])
  })

  it('are the only ones that name anything: a login has the fields it always had', async () => {
    const { login, user, deliver, payloads } = await seller()
    await login(await user())
    await deliver()
    const { data } = payloads().find(({ type }) => type === 'user_login') ?? {}
    expect(Object.keys(data ?? {}).sort()).toEqual(
      ['application', 'code', 'count', 'ip', 'reason', 'success', 'user', 'userAgent'].sort(),
    )
  })
})
