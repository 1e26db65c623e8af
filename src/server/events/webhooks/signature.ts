import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const minKeyBytes = 16

/** A secret in the form that receivers' libraries know. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Whether a maker's own secret can be used: any text as it is, but what looks like a key must be one. */
export function isUsableSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return true
  const text = secret.slice(prefix.length)
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length >= minKeyBytes
}

/** The `webhook-signature` header of Standard Webhooks: one signature for each secret that holds. */
export function signatureOf(secrets: readonly string[], messageId: string, timestamp: number, body: string): string {
  const content = `${messageId}.${timestamp}.${body}`
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`).join(' ')
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret, 'utf8')
}
