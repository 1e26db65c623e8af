import { describe, expect, it } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type ConnectedShop, standardHeaders } from '../harness/shop-calls.ts'
import { openKilledServer } from './killed-server.ts'

/** What a paid order writes, statement by statement, and the commit of it. */
const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'before the order': { KILL_BEFORE: '^insert into "orders"' },
  'before its license': { KILL_BEFORE: '^insert into "licenses"' },
  'before the count of licenses': { KILL_BEFORE: '^update "applications"' },
  'before the order is paid': { KILL_BEFORE: '^update "orders"' },
  'before its event': { KILL_BEFORE: '^insert into "?activity' },
  'before its mail': { KILL_BEFORE: '^insert into "mails"' },
  'before the call is stored': { KILL_BEFORE: '^insert into "shop_calls"' },
  'before the commit': { KILL_BEFORE: '^commit' },
  'after the commit, before the answer': { KILL_AFTER: '^commit' },
}
const short = ['before its license', 'before its mail', 'before the commit', 'after the commit, before the answer']
const chosen = Object.entries(places).filter(([name]) => process.env.KILL_EVERYWHERE === '1' || short.includes(name))

const preload = new URL('../harness/kill-at-statement.mjs', import.meta.url).href

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed at a chosen statement of an order (${name})`, () => {
    it('has made nothing of it or all of it: the repeated order makes one license and one mail', async () => {
      // mail is only queued: nobody listens there
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'shop@example.com' }
      const place = await openKilledServer(name, mail)
      const post = async <T>(path: string, body: object) =>
        (await place.server.api<T>('POST', `${place.base}${path}`, body)).body
      const { id: presetId } = await post<{ id: number }>('/presets', { name: 'Pro' })
      const products = [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'mail' }]
      const shop = await post<ConnectedShop>('/shops', { provider: 'generic', name: 'Own', products })
      const buy = async (order_id: string) => {
        const email = `${order_id}@example.com`
        const body = JSON.stringify({ event: 'order.paid', order_id, product: 'pro', email })
        const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
        const url = place.server.origin + new URL(shop.url).pathname
        const response = await fetch(url, { method: 'POST', headers, body })
        return { status: response.status, text: await response.text() }
      }
      const sold = new Map<string, string>()
      for (const [index, [at, env]] of chosen.entries()) {
        const order = `order-${index}-of-the-killed`
        await place.server.stop()
        await place.start({ ...env, KILL_FROM: order, NODE_OPTIONS: `--import=${preload}` })
        for (const [known, text] of sold) expect(await buy(known), known).toEqual({ status: 200, text })
        await expect(buy(order), at).rejects.toThrow()
        await place.server.kill()
        expect(place.server.process.signalCode, at).toBe('SIGKILL')
        await place.start()
        const { status, text } = await buy(order)
        expect(status, at).toBe(200)
        sold.set(order, text)
      }
      const list = async <T>(path: string) => (await place.server.api<T[]>('GET', `${place.base}${path}`)).body
      const orders = await list<{ orderRef: string; status: string; licenseIds: number[] }>('/orders')
      expect(orders.map(({ orderRef }) => orderRef).sort()).toEqual([...sold.keys()].sort())
      for (const order of orders) expect(order).toMatchObject({ status: 'paid', licenseIds: [expect.any(Number)] })
      expect(await list('/licenses')).toHaveLength(sold.size)
      const { queue } = (await place.server.api<{ queue: { waiting: number } }>('GET', `${place.base}/mail`)).body
      expect(queue.waiting).toBe(sold.size)
      printFigure(`${name}: killed at ${sold.size} statements of an order: 0 lost, 0 double`)
    }, 300_000)
  })
}
