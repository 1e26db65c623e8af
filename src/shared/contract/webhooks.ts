import { z } from 'zod'
import { eventNames } from '../events.ts'
import { webhookFormats } from '../webhook-formats.ts'
import { ById, Done, Flag, Page, PathId, Secret, Sort, Time, WebAddress } from './fields.ts'
import type { Routes } from './route.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export const webhookNoticeReasons = ['gone', 'failing', 'backlog'] as const
const webhookSorts = ['id'] as const
const deliverySorts = ['id'] as const

const ByDelivery = z.strictObject({
  id: PathId,
  deliveryId: z.string().regex(/^msg_[0-9a-f-]{36}$/, 'must be the ID of a delivery'),
})

const fields = z.strictObject({
  url: WebAddress,
  events: z.array(z.enum(eventNames)).min(1, 'Choose at least one event.').max(eventNames.length),
  isActive: z.boolean(),
  /**
   * null: derived from the URL (Discord, Slack or Telegram, else JSON). A format that is sent no longer follows the
   * URL.
   */
  format: z.enum(webhookFormats).nullable(),
  /** Your own secret, used as it is; blank counts as absent. A change takes effect at once, without overlap. */
  secret: Secret(0, 256),
})

const NewWebhook = fields.partial().extend({
  /** Absent or null: every application of the account. */
  applicationId: z.int().positive().nullish(),
  url: fields.shape.url,
})

const Webhook = z.object({
  id: z.int(),
  /** null: every application of the account. */
  applicationId: z.int().nullable(),
  /** Masked if the URL itself is a credential (chats), and for callers who may only read. */
  url: z.string(),
  isUrlMasked: z.boolean(),
  events: z.array(z.enum(eventNames)),
  isActive: z.boolean(),
  format: z.enum(webhookFormats),
  /** The format was derived from the URL, not chosen. */
  isFormatDerived: z.boolean(),
  hasSecret: z.boolean(),
  /** Until then deliveries are also signed with the previous secret. */
  previousSecretEndsAt: Time.nullable(),
  /** Why the server disabled the webhook; null once it is enabled again. */
  notice: z.object({ reason: z.enum(webhookNoticeReasons), message: z.string(), at: Time }).nullable(),
  /** Deliveries that are queued or retried; counted up to 1000. */
  pendingCount: z.int(),
  /** Next attempt at an endpoint that keeps failing (backoff); null while it responds. */
  retryAt: Time.nullable(),
  /** Attempts of the last 7 days. */
  successfulTries: z.int(),
  failedTries: z.int(),
  /** Percent with one decimal; null before the first attempt. */
  successRate: z.number().nullable(),
  createdAt: Time,
})

/** The secret is only in this response. */
const WithSecret = Webhook.extend({ secret: z.string() })

const Delivery = z.object({
  /** The `webhook-id` header: the same for every attempt, so that the receiver can detect duplicates. */
  id: z.string(),
  event: z.enum(eventNames),
  status: z.enum(deliveryStatuses),
  isTest: z.boolean(),
  applicationId: z.int().nullable(),
  /** Attempts so far. */
  attempt: z.int(),
  maxAttempts: z.int(),
  /** Status code of the last response; null if there was none. */
  code: z.int().nullable(),
  /** Duration of the last attempt. */
  ms: z.int().nullable(),
  /** Why the last attempt failed, in a sentence. */
  error: z.string().nullable(),
  createdAt: Time,
  triedAt: Time.nullable(),
  nextTryAt: Time.nullable(),
})

const DeliveryDetails = Delivery.extend({
  /** The request of the last attempt, or of the first one to come. */
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  /** The start of the last response's body, at most 2 KiB. */
  answer: z.string().nullable(),
})

export const webhookRoutes = {
  'GET /api/webhooks': {
    name: 'listWebhooks',
    auth: 'session',
    token: 'webhooks:read',
    right: 'look',
    summary: 'List webhooks; with applicationId, those that get its events',
    query: Page.extend({
      applicationId: PathId.optional(),
      sort: Sort(webhookSorts).optional(),
      isActive: Flag.optional(),
      event: z.enum(eventNames).optional(),
    }),
    reply: z.array(Webhook),
    isList: true,
  },
  'POST /api/webhooks': {
    name: 'createWebhook',
    refuses: ['too_many_webhooks'],
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    isIdempotent: true,
    summary: 'Create a webhook; the response contains its secret, once',
    body: NewWebhook,
    reply: WithSecret,
  },
  'GET /api/webhooks/:id': {
    name: 'getWebhook',
    auth: 'session',
    token: 'webhooks:read',
    right: 'look',
    summary: 'Get a webhook',
    params: ById,
    reply: Webhook,
  },
  'PUT /api/webhooks/:id': {
    name: 'updateWebhook',
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    summary: 'Change a webhook',
    params: ById,
    body: fields.partial(),
    reply: Webhook,
  },
  'DELETE /api/webhooks/:id': {
    name: 'deleteWebhook',
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    summary: 'Delete a webhook and its pending deliveries',
    params: ById,
    reply: Done,
  },
  'POST /api/webhooks/:id/rotate-secret': {
    name: 'rotateWebhookSecret',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Rotate the secret; the previous one also signs for some hours',
    params: ById,
    body: z.strictObject({
      secret: fields.shape.secret.optional(),
      /** How long both secrets sign; default 24 hours, 0 ends the old one at once. */
      overlapHours: z.int().min(0).max(168).optional(),
    }),
    reply: WithSecret,
  },
  'POST /api/webhooks/:id/test': {
    name: 'testWebhook',
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    summary: 'Send a sample of one event now, and return the result',
    params: ById,
    body: z.strictObject({ event: z.enum(eventNames) }),
    reply: DeliveryDetails,
  },
  'POST /api/webhooks/:id/redeliver': {
    name: 'redeliverFailed',
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    summary: 'Redeliver everything that failed since a given time',
    params: ById,
    body: z.strictObject({ since: Time }),
    reply: z.object({ message: z.string(), count: z.int() }),
  },
  'GET /api/webhooks/:id/deliveries': {
    name: 'listDeliveries',
    auth: 'session',
    token: 'webhooks:read',
    right: 'look',
    summary: 'List deliveries of a webhook, newest first',
    params: ById,
    query: Page.extend({
      sort: Sort(deliverySorts).optional(),
      status: z.enum(deliveryStatuses).optional(),
      event: z.enum(eventNames).optional(),
      from: Time.optional(),
      to: Time.optional(),
    }),
    reply: z.array(Delivery),
    isList: true,
  },
  'GET /api/webhooks/:id/deliveries/:deliveryId': {
    name: 'getDelivery',
    auth: 'session',
    token: 'webhooks:read',
    right: 'look',
    summary: 'Get a delivery with its request and response',
    params: ByDelivery,
    reply: DeliveryDetails,
  },
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': {
    name: 'redeliver',
    auth: 'session',
    token: 'webhooks:write',
    right: 'manage',
    summary: 'Redeliver with the same ID',
    params: ByDelivery,
    reply: Delivery,
  },
} satisfies Routes
