import { describe, expect, it, onTestFinished } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type ConnectedShop, standardHeaders } from '../harness/shop-calls.ts'
import { openSmtpSink } from '../harness/smtp-sink.ts'
import { openKilledServer } from './killed-server.ts'

const orders = 8
/** A mail that was being sent when the server was killed is sent again after the minute of its claim. */
const claimEnds = { timeout: 90_000 }

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed between an order and its mail (${name})`, () => {
    it('loses no mail of an order that it answered, and none has other keys than the answer', async () => {
      const sink = await openSmtpSink()
      onTestFinished(() => sink.close())
      const place = await openKilledServer(name, { SMTP_URL: sink.url, SMTP_FROM: 'keywright@example.com' })
      const post = async <T>(path: string, body: object, method = 'POST') =>
        (await place.server.api<T>(method, `${place.base}${path}`, body)).body
      const { id: presetId } = await post<{ id: number }>('/presets', { name: 'Pro' })
      const shop = await post<ConnectedShop>('/shops', { provider: 'generic', name: 'Own' })
      const products = [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'mail' }]
      await post(`/shops/${shop.id}`, { products }, 'PATCH')
      const buy = async (n: number) => {
        const email = `buyer${n}@example.com`
        const body = JSON.stringify({ event: 'order.paid', order_id: `A-${n}`, product: 'pro', email })
        const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
        const url = place.server.origin + new URL(shop.url).pathname
        const response = await fetch(url, { method: 'POST', headers, body })
        return { email, key: ((await response.json()) as { keys: string[] }).keys[0] ?? '' }
      }
      const sold = await Promise.all(Array.from({ length: orders }, (_, n) => buy(n)))
      await place.server.kill()
      const before = sink.mails.length
      await place.start()
      const mailsTo = (email: string) => sink.mails.filter(({ to }) => to.includes(email))
      await expect.poll(() => sold.filter(({ email }) => mailsTo(email).length === 0), claimEnds).toEqual([])
      for (const { email, key } of sold) {
        expect(key).not.toBe('')
        for (const mail of mailsTo(email)) expect(mail.text).toContain(key)
      }
      expect(before).toBeLessThan(orders)
      printFigure(`${name}: ${orders} orders, killed after ${before} mails, ${sink.mails.length} mails in the end`)
    })
  })
}
