import type { EventName } from '../../../shared/events.ts'
import type { WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { ApiReply, ApiRow } from '../../api/client.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export type Webhook = ApiRow<'GET /api/webhooks'>
export type Delivery = ApiRow<'GET /api/webhooks/:id/deliveries'>
export type DeliveryDetails = ApiReply<'GET /api/webhooks/:id/deliveries/:deliveryId'>
export type DeliveryStatus = Delivery['status']

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  json: 'JSON',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}

/** When an event is sent. */
export const eventMeanings: Readonly<Record<EventName, string>> = {
  user_login: 'A user signed in.',
  login_failed: 'Unknown name or wrong password.',
  user_registration: 'A user registered.',
  account_disabled: 'Refused: disabled, paused or banned.',
  account_expired: 'Refused: the account or its license has expired.',
  version_mismatch: 'Refused: the program is too old.',
  hwid_mismatch: 'Refused: another machine than the bound one.',
  login_blocked_ip: 'Refused: the address is on the blacklist.',
  login_blocked_username: 'Refused: the name or e-mail is on the blacklist.',
  login_blocked_hwid: 'Refused: the hardware id is on the blacklist.',
  session_start: 'A session began.',
  session_end: 'A session ended.',
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const satisfies readonly DeliveryStatus[]

export const statusBadges: Readonly<Record<DeliveryStatus, { readonly tone: BadgeTone; readonly label: string }>> = {
  pending: { tone: 'warn', label: 'Pending' },
  delivered: { tone: 'ok', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
}
