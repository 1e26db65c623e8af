import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { type ConnectedShop, sendSigned, sendToShop, standardHeaders } from '../../../../test/harness/shop-calls.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../test/harness/world.ts'

interface Sold {
  readonly order_id: string
  readonly keys: readonly string[]
  readonly code?: string
}

interface License {
  readonly id: number
  readonly licenseKey: string
  readonly maxUsers: number
  readonly isActive: boolean
  readonly expiresAt: string | null
  readonly presetId: number | null
  readonly description: string
}

interface Order {
  readonly id: number
  readonly orderRef: string
  readonly status: string
  readonly licenseIds: readonly number[]
  readonly email: string | null
  readonly isTest: boolean
}

const dayMs = 86_400_000

describeOnBothDatabases('a connected shop', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World
  let shop: ConnectedShop
  let presetId: number

  const connect = async (provider = 'generic') => {
    const made = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider, name: provider })
    await map(made)
    return made
  }
  const map = (at: { readonly id: number }, quantityAs = 'keys') =>
    w.dashboard('PATCH', `${w.base}/shops/${at.id}`, {
      products: [{ product: 'pro', presetId, quantityAs, keyFrom: 'ours' }],
    })
  beforeAll(async () => {
    w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: false })
    const preset = { name: 'Pro', maxUsers: 2, validityDays: 30, features: { export: true } }
    presetId = (await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, preset)).id
    shop = await connect()
  })

  let orders = 0
  const newOrder = () => {
    orders += 1
    return `order-${orders}`
  }
  const event = (name: string, order_id: string, more: object = {}) => ({ event: name, order_id, ...more })
  const paid = (order_id: string, more: object = {}) => event('order.paid', order_id, { product: 'pro', ...more })
  const send = async (body: object, headers?: Record<string, string>) => {
    const { status, body: answer, text } = await sendSigned(suite.test, shop, body, headers)
    return { status, body: answer as Sold, text }
  }
  const buy = async (order = newOrder(), more: object = {}) => {
    const { status, body } = await send(paid(order, more))
    expect(status).toBe(200)
    return { order, keys: body.keys, key: body.keys[0] ?? '' }
  }
  const licenseOf = async (key: string) => {
    const [found] = await w.dashboard<License[]>('GET', `${w.base}/licenses?q=${encodeURIComponent(key)}`)
    if (!found) throw new Error('no such license')
    return found
  }
  const licenseCount = async () => (await w.dashboard<License[]>('GET', `${w.base}/licenses`)).length
  const orderOf = async (ref: string) => (await w.dashboard<Order[]>('GET', `${w.base}/orders?q=${ref}`))[0]
  const signIn = async (key: string) => (await w.send('/api/v1/license', { license_key: key })).body.code

  it('gets a key made from the preset for a paid order, which signs in at once', async () => {
    const { order, keys, key } = await buy(newOrder(), { email: 'Buyer@example.com' })
    expect(keys).toHaveLength(1)
    expect(await licenseOf(key)).toMatchObject({ presetId, maxUsers: 2, description: `Order ${order}` })
    expect(await signIn(key)).toBe('login_successful')
    expect(await orderOf(order)).toMatchObject({ status: 'paid', email: 'Buyer@example.com' })
    const [byEmail] = await w.dashboard<Order[]>('GET', `${w.base}/orders?q=buyer@example.com`)
    expect(byEmail?.orderRef).toBe(order)
  })

  it('gets the same bytes for 50 repetitions at once, and one license is made', async () => {
    const before = await licenseCount()
    const body = paid(newOrder(), { quantity: 2 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.keys).toHaveLength(2)
    expect(await licenseCount()).toBe(before + 2)
  })

  it('gets a key per line where it asks for text', async () => {
    const { text, status } = await send(paid(newOrder(), { quantity: 3 }), { accept: 'text/plain' })
    expect(status).toBe(200)
    expect(text.split('\n')).toHaveLength(3)
    for (const key of text.split('\n')) expect((await licenseOf(key)).presetId).toBe(presetId)
  })

  it('is refused with 401 when any byte of the signed body, id or time differs, and nothing is made', async () => {
    const before = await licenseCount()
    const body = Buffer.from(JSON.stringify(paid(newOrder())))
    const headers = standardHeaders(shop.secret, body.toString(), suite.test.clock.now())
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await sendToShop(suite.test, shop, { headers, body: changed })).status, `byte ${at}`).toBe(401)
    }
    const without = Object.keys(headers).map((name) =>
      Object.fromEntries(Object.entries(headers).filter(([n]) => n !== name)),
    )
    const old = standardHeaders(shop.secret, body.toString(), new Date(suite.test.clock.nowMs() - 301_000))
    for (const wrong of [...without, { ...headers, 'webhook-id': 'msg_other' }, old]) {
      expect((await sendToShop(suite.test, shop, { headers: wrong, body })).status).toBe(401)
    }
    const calls = await w.dashboard<{ orderRef: string }[]>('GET', `${w.base}/shops/${shop.id}/calls`)
    expect(calls.some(({ orderRef }) => orderRef === `order-${orders}`)).toBe(false)
    expect(await licenseCount()).toBe(before)
    expect((await sendToShop(suite.test, shop, { headers, body })).status).toBe(200)
  })

  it('a refund is felt at the next heartbeat, and the key signs nobody in any more', async () => {
    const { order, key } = await buy()
    const { body } = await w.send('/api/v1/license', { license_key: key, session: true })
    const token = String(body.session_token)
    expect((await w.beat(token)).body.success).toBe(true)
    expect((await send(event('order.refunded', order))).status).toBe(200)
    expect((await w.beat(token)).body.code).toBe('license_inactive')
    expect(await signIn(key)).toBe('license_inactive')
    expect(await orderOf(order)).toMatchObject({ status: 'refunded' })
    const license = await licenseOf(key)
    expect(license.isActive).toBe(false)
    await w.dashboard('PATCH', `${w.base}/licenses/${license.id}`, { isActive: true })
    expect(await signIn(key)).toBe('license_inactive')
  })

  it('a dispute stops the key, a won one lets it work again as its switch and holds say', async () => {
    const { order, key } = await buy()
    const { id } = await licenseOf(key)
    await send(event('order.disputed', order))
    expect(await signIn(key)).toBe('license_inactive')
    await w.dashboard('POST', `${w.base}/licenses/${id}/ban`, {})
    await send(event('order.dispute_won', order))
    expect(await signIn(key)).toBe('license_banned')
    await w.dashboard('POST', `${w.base}/licenses/${id}/unban`)
    expect(await signIn(key)).toBe('login_successful')
  })

  it('keeps the keys working after a refund where the maker wants it', async () => {
    const kept = await connect()
    await w.dashboard('PATCH', `${w.base}/shops/${kept.id}`, { onRefund: 'keep' })
    const order = newOrder()
    const sold = (await sendSigned(suite.test, kept, paid(order))).body as Sold
    await sendSigned(suite.test, kept, event('order.refunded', order))
    expect(await signIn(sold.keys[0] ?? '')).toBe('login_successful')
    await w.dashboard('DELETE', `${w.base}/shops/${kept.id}`)
    expect((await sendSigned(suite.test, kept, paid(newOrder()))).status).toBe(404)
    expect(await orderOf(order)).toMatchObject({ status: 'refunded' })
  })

  const permutations = <T>(all: readonly T[]): T[][] =>
    all.length < 2
      ? [[...all]]
      : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

  it('every order of payment, dispute, its end and refund ends alike: nobody gets in', async () => {
    const steps = ['order.paid', 'order.disputed', 'order.dispute_won', 'order.refunded']
    for (const sequence of permutations(steps)) {
      const order = newOrder()
      for (const step of sequence) expect((await send(event(step, order, { product: 'pro' }))).status).toBe(200)
      const found = await orderOf(order)
      expect(found?.status, sequence.join()).toBe('refunded')
      for (const id of found?.licenseIds ?? []) {
        const { isActive } = await w.dashboard<License>('GET', `${w.base}/licenses/${id}`)
        expect(isActive, sequence.join()).toBe(false)
      }
    }
  })

  it('every order of payment, dispute and a won one ends alike: the key works', async () => {
    for (const sequence of permutations(['order.paid', 'order.disputed', 'order.dispute_won'])) {
      const order = newOrder()
      for (const step of sequence) await send(event(step, order, { product: 'pro' }))
      const found = await orderOf(order)
      expect(found, sequence.join()).toMatchObject({ status: 'paid' })
      const { licenseKey } = await w.dashboard<License>('GET', `${w.base}/licenses/${found?.licenseIds[0]}`)
      expect(await signIn(licenseKey), sequence.join()).toBe('login_successful')
    }
  })

  it('every order of payment, renewals and end of a subscription gives the same expiry', async () => {
    const now = suite.test.clock.nowMs()
    const [first, second] = [now + 30 * dayMs, now + 60 * dayMs].map((ms) => new Date(ms).toISOString())
    const endsAt = new Date(now + 45 * dayMs).toISOString()
    const ends = new Set<string | null>()
    for (const sequence of permutations(['paid', 'renewed', 'ended'] as const)) {
      const order = newOrder()
      const of = { subscription_id: `sub ${order}` }
      const steps = {
        paid: paid(order, { ...of, period_end: first }),
        renewed: event('subscription.renewed', order, { ...of, period_end: second }),
        ended: event('subscription.ended', order, { ...of, period_end: endsAt }),
      }
      for (const step of sequence) expect((await send(steps[step])).status).toBe(200)
      const found = await orderOf(order)
      ends.add((await w.dashboard<License>('GET', `${w.base}/licenses/${found?.licenseIds[0]}`)).expiresAt)
    }
    expect([...ends]).toEqual([endsAt])
  })

  it('an order of an unknown product is 422 and waits; after mapping, replaying the call makes its key once', async () => {
    const late = await connect()
    await w.dashboard('PATCH', `${w.base}/shops/${late.id}`, { products: [] })
    const order = newOrder()
    const refused = await sendSigned(suite.test, late, paid(order))
    expect(refused).toMatchObject({ status: 422, body: { code: 'product_not_mapped' } })
    expect(await orderOf(order)).toMatchObject({ status: 'unmatched', licenseIds: [] })
    const listed = await w.dashboard<{ id: number; unmatched: number }[]>('GET', `${w.base}/shops`)
    expect(listed.find(({ id }) => id === late.id)?.unmatched).toBe(1)
    await map(late)
    const [call] = await w.dashboard<{ id: number }[]>('GET', `${w.base}/shops/${late.id}/calls`)
    const replay = () => w.dashboard('POST', `${w.base}/shops/${late.id}/calls/${call?.id}/replay`)
    expect([await replay(), await replay()]).toEqual([{ outcome: 'paid' }, { outcome: 'repeated' }])
    expect((await orderOf(order))?.licenseIds).toHaveLength(1)
    const again = (await sendSigned(suite.test, late, paid(order))).body as Sold
    expect(again.keys).toHaveLength(1)
  })

  it('sells seats of one key where the product says so, and a test order gives a day', async () => {
    const seats = await connect()
    await map(seats, 'seats')
    const sold = (await sendSigned(suite.test, seats, paid(newOrder(), { quantity: 5, test: true }))).body as Sold
    expect(sold.keys).toHaveLength(1)
    const license = await licenseOf(sold.keys[0] ?? '')
    expect(license.maxUsers).toBe(10)
    expect(Date.parse(license.expiresAt ?? '')).toBe(suite.test.clock.nowMs() + dayMs)
  })

  it('with a token an order is sent once however often, and a token without that right sends none', async () => {
    const token = async (actions: string[]) =>
      (await w.dashboard<{ token: string }>('POST', '/api/account/tokens', { name: 'shop', days: 1, actions })).token
    const post = async (bearer: string, body: object) =>
      w.test.call<Sold>('POST', `${w.base}/orders`, { body, headers: { authorization: `Bearer ${bearer}` } })
    const [writer, reader] = [await token(['orders:write']), await token(['orders:read'])]
    const body = paid(newOrder())
    expect((await post(writer, body)).status).toBe(404)
    await connect('api')
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(writer, body)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { order_id: body.order_id } })
    expect((await post(reader, paid(newOrder()))).status).toBe(403)
  })

  it('keeps its secret and its path sealed, and shows the secret once', async () => {
    const text = JSON.stringify(await w.dashboard('GET', `${w.base}/shops`))
    expect(text).not.toContain(shop.secret)
    expect(text).toContain(shop.url)
    expect(suite.test.log.join()).not.toContain(shop.secret)
  })

  it('the old secret works for a day after a new one was made, and then no longer', async () => {
    const rotated = await connect()
    const { secret } = await w.dashboard<{ secret: string }>('POST', `${w.base}/shops/${rotated.id}/rotate-secret`, {})
    const status = async (by: ConnectedShop) => (await sendSigned(suite.test, by, paid(newOrder()))).status
    expect([await status(rotated), await status({ ...rotated, secret })]).toEqual([200, 200])
    suite.test.clock.advance(dayMs + 1)
    expect([await status(rotated), await status({ ...rotated, secret })]).toEqual([401, 200])
  })
})

describeOnBothDatabases('the address of a shop', (open) => {
  const suite = useSuite(open)

  it('is closed to an address after 60 wrong calls a minute, 200 at once too, and to no other', async () => {
    const w = await createWorld(suite, suite.maker)
    const shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'generic', name: 'Own' })
    const unknown = { url: 'http://localhost/api/shops/AAAAAAAAAAAAAAAAAAAAAA' }
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const call = { headers: {}, body: '{}', ip: '192.0.2.7' }
        return (await sendToShop(suite.test, n % 2 ? unknown : shop, call)).status
      }),
    )
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(60)
    const right = {
      event: 'subscription.ended',
      order_id: 'a',
      subscription_id: 's',
      period_end: '2030-01-01T00:00:00Z',
    }
    expect((await sendSigned(suite.test, shop, right)).status).toBe(200)
  })

  it('takes 300 valid calls a minute of one shop, of 400 at once too; the rest is told to come again', async () => {
    const w = await createWorld(suite, suite.maker)
    const shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'generic', name: 'Own' })
    const ended = {
      event: 'subscription.ended',
      order_id: 'a',
      subscription_id: 's',
      period_end: '2030-01-01T00:00:00Z',
    }
    const answers = await Promise.all(Array.from({ length: 400 }, () => sendSigned(suite.test, shop, ended)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('refuses a body of more than 256 KiB', async () => {
    const w = await createWorld(suite, suite.maker)
    const shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider: 'generic', name: 'Own' })
    const body = 'x'.repeat(256 * 1024 + 1)
    const headers = standardHeaders(shop.secret, body, suite.test.clock.now())
    expect((await sendToShop(suite.test, shop, { body, headers })).status).toBe(413)
  })
})
