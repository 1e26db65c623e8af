import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type ConnectedShop, standardHeaders } from '../harness/shop-calls.ts'
import { openKilledServer } from './killed-server.ts'

const kills = 3

interface Order {
  readonly orderRef: string
  readonly status: string
  readonly licenseIds: readonly number[]
}

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed while a shop sends orders (${name})`, () => {
    it('loses no order that it answered, and a repeated one makes no second license', async () => {
      const place = await openKilledServer(name)
      const post = async <T>(path: string, body: object, method = 'POST') =>
        (await place.server.api<T>(method, `${place.base}${path}`, body)).body
      const { id: presetId } = await post<{ id: number }>('/presets', { name: 'Pro' })
      const shop = await post<ConnectedShop>('/shops', { provider: 'generic', name: 'Own' })
      const products = [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'ours' }]
      await post(`/shops/${shop.id}`, { products }, 'PATCH')
      const buy = async (order_id: string) => {
        const body = JSON.stringify({ event: 'order.paid', order_id, product: 'pro' })
        const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
        const url = place.server.origin + new URL(shop.url).pathname
        const response = await fetch(url, { method: 'POST', headers, body })
        if (response.status !== 200) throw new Error(`answered ${response.status}`)
        return response.text()
      }
      const sent = new Set<string>()
      const answered = new Map<string, string>()
      for (let round = 0; round < kills; round += 1) {
        let isEnding = false
        const killAfter = answered.size + 5 + randomInt(20)
        const caller = async (number: number) => {
          for (let n = 0; !isEnding; n += 1) {
            const order = `${round}-${number}-${n}`
            sent.add(order)
            const text = await buy(order).catch((error: unknown) => {
              if (!isEnding) throw error
            })
            if (text !== undefined) answered.set(order, text)
            if (answered.size >= killAfter && !isEnding) {
              isEnding = true
              await place.server.kill()
            }
          }
        }
        await Promise.all([0, 1, 2, 3].map(caller))
        await place.start()
        for (const order of sent) {
          const text = await buy(order)
          expect(text, order).toBe(answered.get(order) ?? text)
          answered.set(order, text)
        }
      }
      const orders = (await place.server.api<Order[]>('GET', `${place.base}/orders`)).body
      expect(orders.map(({ orderRef }) => orderRef).sort()).toEqual([...sent].sort())
      for (const order of orders) expect(order).toMatchObject({ status: 'paid', licenseIds: [expect.any(Number)] })
      const licenses = (await place.server.api<unknown[]>('GET', `${place.base}/licenses`)).body
      expect(licenses).toHaveLength(sent.size)
      printFigure(`${name}: killed ${kills} times: ${sent.size} orders sent, ${licenses.length} licenses`)
    }, 240_000)
  })
}
