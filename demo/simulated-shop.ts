import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SeededShop } from './seed-orders.ts'

const firstOrderMs = 2_000
const pauseMs = 25_000
/** Every fifth order is refunded when the next one comes. */
const refundEvery = 5
const buyers = ['lena', 'mateo', 'hana', 'noah', 'priya', 'emil', 'zoe', 'rafael']

/** A simulated shop: an order comes in every now and then, and some are refunded. */
export function runShop(origin: string, shop: SeededShop | undefined): { stop(): void } {
  const stopped = new AbortController()
  if (shop) void sellForever(origin, shop, stopped.signal).catch(() => undefined)
  return { stop: () => stopped.abort() }
}

async function sellForever(origin: string, shop: SeededShop, signal: AbortSignal): Promise<void> {
  const send = (event: object) => report(origin, shop, event, signal).catch(() => undefined)
  await wait(firstOrderMs, undefined, { signal })
  for (let sold = 0; ; sold += 1) {
    const order_id = `GS-${21_000 + sold * 7}`
    const email = `${buyers[sold % buyers.length]}@example.com`
    await send({ event: 'order.paid', order_id, product: shop.products[sold % shop.products.length], email })
    await wait(pauseMs, undefined, { signal })
    if (sold % refundEvery === refundEvery - 1) await send({ event: 'order.refunded', order_id })
  }
}

/** Signed as Standard Webhooks are. */
async function report(origin: string, { path, secret }: SeededShop, event: object, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(event)
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  await fetch(`${origin}/api/shops/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    signal,
  })
}
