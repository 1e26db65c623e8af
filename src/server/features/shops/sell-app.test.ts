import { createHmac } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type ConnectedShop, sendToShop } from '../../../../test/harness/shop-calls.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../test/harness/world.ts'

const secret = 'the webhook secret of the store'

describeOnBothDatabases('a store of Sell.app', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World
  let shop: ConnectedShop
  let presetId: number

  const map = (products: readonly string[]) =>
    w.dashboard('PATCH', `${w.base}/shops/${shop.id}`, {
      products: products.map((product) => ({ product, presetId, quantityAs: 'keys', keyFrom: 'ours' })),
    })
  beforeAll(async () => {
    w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: false })
    presetId = (await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, { name: 'Pro', maxUsers: 1 })).id
    shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'sellapp', name: 'Sell.app' })
    await w.dashboard('POST', `${w.base}/shops/${shop.id}/rotate-secret`, { secret })
    await map(['8'])
  })

  let orders = 0
  const order = (...variants: readonly (readonly [id: number, quantity: number])[]) => {
    orders += 1
    return {
      id: orders,
      customer_information: { id: 501, email: 'buyer@example.com' },
      product_variants: variants.map(([id, quantity]) => ({ id, product_id: 6, title: 'Pro', quantity })),
    }
  }
  /** As its documentation says: the HMAC of the body in hexadecimal. */
  const send = (sent: object, key = secret) => {
    const body = JSON.stringify(sent)
    const signature = createHmac('sha256', key).update(body).digest('hex')
    return sendToShop(suite.test, shop, { body, headers: { signature } })
  }
  const signIn = async (key: string) => (await w.send('/api/v1/license', { license_key: key })).body.code
  const licenseCount = async () => (await w.dashboard<object[]>('GET', `${w.base}/licenses`)).length

  it('gets a key per line for the buyer, the same ones for 50 repetitions at once, and nothing unsigned', async () => {
    const sold = order([8, 2])
    const before = await licenseCount()
    expect((await send(sold, 'no secret')).status).toBe(401)
    const unsigned = await sendToShop(suite.test, shop, { body: JSON.stringify(sold), headers: {} })
    expect([unsigned.status, await licenseCount()]).toEqual([401, before])
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(sold)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.headers['content-type']).toBe('text/plain; charset=utf-8')
    const keys = answers[0]?.text.split('\n') ?? []
    expect([keys.length, await licenseCount()]).toEqual([2, before + 2])
    for (const key of keys) expect(await signIn(key)).toBe('login_successful')
  })

  it('gets the keys of the variants that have a preset, also where another one of the order has none', async () => {
    const both = order([9, 1], [8, 1])
    const { status, text } = await send(both)
    expect([status, text.split('\n').length]).toEqual([200, 1])
    expect(await signIn(text)).toBe('login_successful')
    expect((await send(order([9, 1]))).status).toBe(422)
    await map(['8', '9'])
    const [first, second, ...rest] = (await send(both)).text.split('\n')
    expect([second, rest]).toEqual([text, []])
    expect(await signIn(first ?? '')).toBe('login_successful')
  })

  it('stops the keys of a disputed order, whichever of the two calls comes first', async () => {
    const event = (name: string, { id }: { readonly id: number }) => send({ event: name, data: { id }, store: 1 })
    const [sold, early] = [order([8, 1]), order([8, 1])]
    const { text: key } = await send(sold)
    expect((await event('order.disputed', sold)).body).toEqual({ received: true })
    expect(await signIn(key)).toBe('license_inactive')
    await event('order.disputed', early)
    expect(await signIn((await send(early)).text)).toBe('license_inactive')
  })
})
