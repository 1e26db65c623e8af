import type { WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { ApiReply, ApiRow } from '../../api/client.ts'
import * as texts from '../../texts/webhooks.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export type Webhook = ApiRow<'GET /api/webhooks'>
export type Delivery = ApiRow<'GET /api/webhooks/:id/deliveries'>
export type DeliveryDetails = ApiReply<'GET /api/webhooks/:id/deliveries/:deliveryId'>
export type DeliveryStatus = Delivery['status']

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  json: 'JSON',
  discord: texts.discord,
  slack: texts.slack,
  telegram: texts.telegram,
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const satisfies readonly DeliveryStatus[]

export const statusBadges: Readonly<Record<DeliveryStatus, { readonly tone: BadgeTone; readonly label: string }>> = {
  pending: { tone: 'warn', label: texts.pendingText },
  delivered: { tone: 'ok', label: texts.delivered },
  failed: { tone: 'bad', label: texts.failed },
}
