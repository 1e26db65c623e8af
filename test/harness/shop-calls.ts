import { Webhook } from 'standardwebhooks'
import type { Answer, TestApp } from './create-test-app.ts'

/** A connected shop, with the secret that its connection returned. */
export interface ConnectedShop {
  readonly id: number
  readonly url: string
  readonly secret: string
}

interface RawCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly ip?: string | undefined
}

/** Sends these bytes to the address of a shop. */
export async function sendToShop(test: TestApp, { url }: { readonly url: string }, call: RawCall): Promise<Answer> {
  const response = await test.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: call.body,
    headers: { 'content-type': 'application/json', ...call.headers },
    ...(call.ip !== undefined && { remoteAddress: call.ip }),
  })
  const { statusCode: status, payload: text, headers } = response
  const isJson = String(headers['content-type']).includes('json')
  return { status, text, headers, body: isJson ? JSON.parse(text) : text }
}

let calls = 0

/** The headers that the library of Standard Webhooks makes for a body. */
export function standardHeaders(secret: string, body: string, at: Date): Record<string, string> {
  calls += 1
  const id = `msg_${calls}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** Sends an event as a shop of one's own does. */
export function sendSigned(
  test: TestApp,
  shop: ConnectedShop,
  event: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = JSON.stringify(event)
  const signed = standardHeaders(shop.secret, body, test.clock.now())
  return sendToShop(test, shop, { body, headers: { ...signed, ...headers } })
}
