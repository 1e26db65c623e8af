import { type EventName, eventNames } from '../../../shared/events.ts'
import { oneOf, textOf } from '../../common/address/search-text.ts'
import { type DeliveryStatus, deliveryStatuses } from './webhook-types.ts'

/** Dialogs that the address can open, here and in an application. */
const webhookDialogs = ['add-webhook'] as const
export type WebhookDialog = (typeof webhookDialogs)[number]

/** The search parameters of webhooks. */
export interface WebhookSearch {
  /** The application whose webhooks are shown. */
  readonly app?: string | undefined
  /** The open webhook, and one of its deliveries. */
  readonly webhook?: string | undefined
  readonly delivery?: string | undefined
  /** The filter of the deliveries. */
  readonly status?: DeliveryStatus | undefined
  readonly event?: EventName | undefined
  readonly dialog?: WebhookDialog | undefined
}

export function webhookSearch(search: Readonly<Record<string, unknown>>): WebhookSearch {
  return {
    app: idOf(search.app),
    webhook: idOf(search.webhook),
    delivery: matching(/^msg_[0-9a-f-]{36}$/, search.delivery),
    status: oneOf(deliveryStatuses, search.status),
    event: oneOf(eventNames, search.event),
    dialog: oneOf(webhookDialogs, search.dialog),
  }
}

const idOf = (value: unknown) => matching(/^[1-9]\d{0,14}$/, value)

function matching(pattern: RegExp, value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && pattern.test(text) ? text : undefined
}
