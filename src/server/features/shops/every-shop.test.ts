import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { type ConnectedShop, sendToShop } from '../../../../test/harness/shop-calls.ts'
import { callingShops, type ShopStep } from '../../../../test/harness/shops-as-they-call.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../test/harness/world.ts'

interface License {
  readonly licenseKey: string
  readonly isActive: boolean
}

/** Each shop through the address that it calls, with bodies and headers as its library or documentation makes them. */
describeOnBothDatabases('calls of every shop', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let orders = 0

  describe.each(callingShops)('$name', (shop) => {
    let w: World
    let connected: ConnectedShop
    let secret = ''
    beforeAll(async () => {
      w = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: false })
      const { id: presetId } = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, { name: 'Pro' })
      const products = [{ product: shop.product, presetId, quantityAs: 'keys', keyFrom: 'ours' }]
      const { provider, name } = shop
      connected = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, { provider, name, products })
      secret = shop.secret ?? connected.secret
      if (shop.secret !== undefined) {
        await w.dashboard('POST', `${w.base}/shops/${connected.id}/rotate-secret`, { secret })
      }
    })

    const bodyOf = (step: ShopStep, order: number) => {
      const body = shop.bodies[step]?.(order)
      if (body === undefined) throw new Error(`${shop.name} sends no ${step}`)
      return body
    }
    const headersOf = (body: string) => ({
      'content-type': shop.contentType,
      ...shop.headers(body, secret, suite.test.clock.now()),
    })
    const sendBytes = (body: string | Buffer, headers: Readonly<Record<string, string>>) =>
      sendToShop(suite.test, connected, { body, headers })
    const send = (step: ShopStep, order: number) => {
      const body = bodyOf(step, order)
      return sendBytes(body, headersOf(body))
    }
    const newOrder = () => {
      orders += 1
      return orders
    }
    const licenses = () => w.dashboard<License[]>('GET', `${w.base}/licenses`)
    const signIn = async (license_key = '') => (await w.send('/api/v1/license', { license_key })).body.code

    it('make a key of a paid order, which the answer has where the shop shows it, and which signs in', async () => {
      const sold = await send('paid', newOrder())
      expect(sold.status).toBe(200)
      const [{ licenseKey } = { licenseKey: '' }, ...more] = await licenses()
      expect(more).toEqual([])
      const answers = {
        text: licenseKey,
        json: expect.objectContaining({ keys: [licenseKey] }),
        nothing: { received: true },
      }
      expect(sold.body).toEqual(answers[shop.answers])
      expect(await signIn(licenseKey)).toBe('login_successful')
    })

    it('make nothing where any single byte was changed: each of these is 401, and the right one is taken', async () => {
      const before = (await licenses()).length
      const text = bodyOf('paid', newOrder())
      const headers = headersOf(text)
      const body = Buffer.from(text)
      // nothing else of an unsigned call is checked: who knows the address could send another one
      const from = shop.unsigned === undefined ? 0 : text.indexOf(shop.unsigned)
      const to = shop.unsigned === undefined ? body.length : from + shop.unsigned.length
      const taken: number[] = []
      for (let at = from; at < to; at += 1) {
        const changed = Buffer.from(body)
        changed[at] = (changed[at] ?? 0) ^ 1
        if ((await sendBytes(changed, headers)).status !== 401) taken.push(at)
      }
      expect(taken).toEqual([])
      for (const name of Object.keys(headers).filter((each) => each !== 'content-type')) {
        const { [name]: _, ...without } = headers as Readonly<Record<string, string>>
        expect((await sendBytes(body, without)).status, name).toBe(401)
      }
      expect((await licenses()).length).toBe(before)
      expect((await sendBytes(body, headers)).status).toBe(200)
      expect((await licenses()).length).toBe(before + 1)
      printFigure(`${suite.database.engine}, ${shop.name}: ${to - from} changed bytes, ${to - from} refused`)
    })

    it('make one license of 50 repetitions at once, and get the same bytes', async () => {
      const before = (await licenses()).length
      const body = bodyOf('paid', newOrder())
      const headers = headersOf(body)
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendBytes(body, headers)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect((await licenses()).length).toBe(before + 1)
    })

    it('end alike in every order of what the shop sends of one payment', async () => {
      const steps = (['paid', 'disputed', 'won', 'refunded'] as const).filter((step) => shop.bodies[step])
      for (const told of firstOf(steps)) {
        const ends = new Set<string>()
        for (const sequence of permutations(told)) {
          const order = newOrder()
          const known = new Set((await licenses()).map(({ licenseKey }) => licenseKey))
          for (const step of sequence) expect((await send(step, order)).status, sequence.join()).toBe(200)
          const made = (await licenses()).filter(({ licenseKey }) => !known.has(licenseKey))
          expect(made.length, sequence.join()).toBeLessThanOrEqual(1)
          // a refund before its sale makes no key, which lets nobody in either
          ends.add(made[0] ? String(await signIn(made[0].licenseKey)) : 'license_inactive')
        }
        const isLet = ['paid', 'won'].includes(told.at(-1) ?? '')
        expect([...ends], told.join()).toEqual([isLet ? 'login_successful' : 'license_inactive'])
      }
    })
  })
})

/** The first step, the first two, and so on. */
const firstOf = <T>(all: readonly T[]) => all.map((_, at) => all.slice(0, at + 1))

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]]
  return all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}
