import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { newWorld, useMailSuite } from '../../../../test/harness/mail-suite.ts'
import { type ConnectedShop, sendSigned } from '../../../../test/harness/shop-calls.ts'
import type { World } from '../../../../test/harness/world.ts'

interface Sold {
  readonly keys: readonly string[]
}

describeOnBothDatabases('the license keys of a paid order', (open) => {
  const suite = useMailSuite(open)
  let w: World
  let shop: ConnectedShop
  beforeAll(async () => {
    w = await newWorld(suite)
    const { id: presetId } = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, { name: 'Pro' })
    shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'generic', name: 'Own' })
    const product = (name: string, keyFrom: string) => ({ product: name, presetId, quantityAs: 'keys', keyFrom })
    const products = [product('mailed', 'mail'), product('shown', 'ours')]
    await w.dashboard('PATCH', `${w.base}/shops/${shop.id}`, { products })
  })

  let orders = 0
  const newOrder = () => {
    orders += 1
    const order_id = `A-${orders}`
    return { event: 'order.paid', order_id, product: 'mailed', email: `buyer${orders}@example.com` }
  }
  const send = async (order: object) => (await sendSigned(suite.test, shop, order)).body as Sold
  const mailsTo = async (to: string) => {
    await suite.test.app.mails.sendDue()
    return suite.sink.mails.filter((mail) => mail.to.includes(to))
  }

  it('are mailed to the buyer where the product says so, once for 50 repetitions at once', async () => {
    const order = { ...newOrder(), quantity: 2 }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(order)))
    const [mail, ...more] = await mailsTo(order.email)
    expect(more).toEqual([])
    expect(answers[0]?.keys).toHaveLength(2)
    for (const key of answers[0]?.keys ?? []) expect(mail?.text).toContain(key)
    expect(mail?.text).toContain(order.order_id)
  })

  it('are mailed to nobody where the product does not, where the order names no address, or where it was refunded', async () => {
    const from = suite.sink.mails.length
    await send({ ...newOrder(), product: 'shown' })
    const { email: _, ...nameless } = newOrder()
    expect((await send(nameless)).keys).toHaveLength(1)
    const refunded = newOrder()
    await send({ event: 'order.refunded', order_id: refunded.order_id })
    await send(refunded)
    await suite.test.app.mails.sendDue()
    expect(suite.sink.mails).toHaveLength(from)
  })

  it('are mailed when the call is replayed, after the product got its preset', async () => {
    const order = { ...newOrder(), product: 'later' }
    await send(order)
    expect(await mailsTo(order.email)).toEqual([])
    const [stored] = await w.dashboard<{ products: object[] }[]>('GET', `${w.base}/shops`)
    const products = stored?.products ?? []
    await w.dashboard('PATCH', `${w.base}/shops/${shop.id}`, {
      products: [...products, { ...products[0], product: 'later' }],
    })
    const [call] = await w.dashboard<{ id: number }[]>('GET', `${w.base}/shops/${shop.id}/calls`)
    for (let n = 0; n < 2; n += 1) await w.dashboard('POST', `${w.base}/shops/${shop.id}/calls/${call?.id}/replay`)
    expect(await mailsTo(order.email)).toHaveLength(1)
  })

  it('say that the order was a test, where it was', async () => {
    const order = { ...newOrder(), test: true }
    const { keys } = await send(order)
    const [mail] = await mailsTo(order.email)
    expect(mail?.text).toContain(keys[0])
    expect(mail?.text).toContain('test order')
  })

  it('are in no log', async () => {
    const { keys } = await send(newOrder())
    expect(keys).toHaveLength(1)
    expect(suite.test.log.join('\n')).not.toContain(keys[0])
  })
})
