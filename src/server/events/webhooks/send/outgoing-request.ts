import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookFormat } from '../../../../shared/webhook-formats.ts'
import type { WebhookPayload } from '../../../../shared/webhook-payload.ts'
import { chatMessage } from '../formats/chat-message.ts'
import { discordBody } from '../formats/discord.ts'
import { slackBody } from '../formats/slack.ts'
import { telegramBody } from '../formats/telegram.ts'
import type { OutgoingRequest } from './send.ts'

export interface Addressee {
  readonly url: string
  readonly format: WebhookFormat
  readonly secrets: readonly string[]
}

export interface Message {
  readonly messageId: string
  /** The JSON that is signed. */
  readonly body: string
}

/** The request of one attempt: signed JSON, or a chat message, which is not signed because its URL is the secret. */
export function outgoingRequest({ url, format, secrets }: Addressee, message: Message, at: Date): OutgoingRequest {
  if (format !== 'json') return chatRequest(url, format, message.body)
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    url,
    headers: jsonHeaders(
      message.messageId,
      timestamp,
      signatureOf(secrets, message.messageId, timestamp, message.body),
    ),
    body: message.body,
  }
}

const common = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Keywright-Webhooks/1' }

/** Headers of a signed request. */
export function jsonHeaders(messageId: string, timestamp: number, signature: string) {
  return {
    ...common,
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  }
}

function chatRequest(url: string, format: Exclude<WebhookFormat, 'json'>, body: string): OutgoingRequest {
  const message = chatMessage(JSON.parse(body) as WebhookPayload)
  const address = new URL(url)
  const bodies = { discord: discordBody, slack: slackBody, telegram: telegramBody }
  const sent = bodies[format](message, address)
  // Telegram takes its parameters from the body.
  if (format === 'telegram') address.search = ''
  return { url: address.href, headers: common, body: JSON.stringify(sent) }
}

const prefix = 'whsec_'
const minKeyBytes = 16

/** A new secret in the format of Standard Webhooks, which receivers' libraries understand. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Whether a developer's own secret can be used: any text, but one with the prefix must be a valid key. */
export function isUsableSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return true
  const text = secret.slice(prefix.length)
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length >= minKeyBytes
}

/** The `webhook-signature` header of Standard Webhooks: one HMAC signature for each valid secret. */
function signatureOf(secrets: readonly string[], messageId: string, timestamp: number, body: string): string {
  const content = `${messageId}.${timestamp}.${body}`
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`).join(' ')
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret, 'utf8')
}
