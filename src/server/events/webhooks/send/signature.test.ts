import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUsableSecret, newWebhookSecret, outgoingRequest } from './outgoing-request.ts'

const keyOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`

describe('a secret of a webhook', () => {
  it('that looks like a key holds sixteen bytes or more; any other text is taken as it is', () => {
    expect([isUsableSecret(keyOf(16)), isUsableSecret(keyOf(15))]).toEqual([true, false])
    expect([isUsableSecret('whsec_not base64!'), isUsableSecret('my own words')]).toEqual([false, true])
  })

  it('is made with 32 bytes, another one each time', () => {
    const made = newWebhookSecret()
    expect(Buffer.from(made.slice('whsec_'.length), 'base64')).toHaveLength(32)
    expect([isUsableSecret(made), newWebhookSecret() === made]).toEqual([true, false])
  })

  it('signs id, time and body, each secret that holds for itself', () => {
    const [older, newer] = [keyOf(32), keyOf(32)]
    const at = new Date('2026-03-01T12:00:00.000Z')
    const sign = (secrets: string[], body = '{}') =>
      outgoingRequest({ url: 'https://e.test/', format: 'json', secrets }, { messageId: 'msg_1', body }, at).headers[
        'webhook-signature'
      ]
    expect(sign([newer, older])).toBe(`${sign([newer])} ${sign([older])}`)
    expect(new Set([sign([newer]), sign([older]), sign([newer], '{ }')]).size).toBe(3)
  })
})
