import type { z } from 'zod'
import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import { samplePayload } from '../../events/webhooks/formats/sample-payload.ts'
import { maxAttempts } from '../../events/webhooks/schedule/retry-schedule.ts'
import { jsonHeaders, outgoingRequest } from '../../events/webhooks/send/outgoing-request.ts'
import { type Caller, refreshCaller } from '../../http/auth/authenticate.ts'
import { audit } from '../../http/dashboard.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { Delivery } from '../../store/webhooks/deliveries.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import type { ConfigurationRoutes, WebhookDeps } from './configuration.ts'
import { findWebhook, type Roles, webhookSubject } from './find-webhook.ts'
import { maskedUrl, redactedAnswer } from './webhook-view.ts'

type DeliveryRoutes = Omit<typeof webhookRoutes, keyof ConfigurationRoutes>

const requeueBatchSize = 500

export interface DeliveryDeps extends WebhookDeps {
  readonly limiters: Limiters
}

export function deliveryHandlers(deps: DeliveryDeps): Handlers<DeliveryRoutes> {
  const { stores, clock, webhooks } = deps
  const sends = deps.limiters.window<number>('webhookSends')
  /** Test and redelivery requests reach third-party servers, so they are rate-limited. */
  const takeSendLimit = ({ accountId }: Webhook) => refuseFor(sends.take(accountId))
  const applicationOf = async ({ applicationId }: Webhook) => {
    const application = applicationId === null ? undefined : await stores.applications.find(applicationId)
    return application ?? { id: 0, name: 'Sample application' }
  }

  return {
    'POST /api/webhooks/:id/test': async ({ caller, request, params, body: { event } }) => {
      const found = await findWebhook(stores, caller, params.id, 'manage')
      takeSendLimit(found)
      const { id } = found
      const now = clock.now()
      const webhook = await stores.webhooks.findWithSecrets(id, now)
      if (!webhook) throw new Problem('webhook_not_found')
      const payload = samplePayload(event, await applicationOf(webhook), now)
      const message = { messageId: newMessageId(now.getTime()), body: JSON.stringify(payload) }
      await stores.transaction(async (tx) => {
        const { applicationId } = webhook
        await tx.deliveries.insertSample({ webhookId: id, applicationId, event, atMs: now.getTime(), ...message })
        await audit(tx, { caller, request }, 'webhook.test', webhookSubject(webhook), now, event)
      })
      await webhooks.sendSample(webhook, message)
      return details(caller, webhook, message.messageId)
    },

    'POST /api/webhooks/:id/redeliver': async ({ caller, request, params, body: { since } }) => {
      const webhook = await findWebhook(stores, caller, params.id, 'manage')
      takeSendLimit(webhook)
      const { id } = webhook
      const now = clock.now()
      await stores.transaction((tx) =>
        audit(
          tx,
          { caller, request },
          'webhook.redeliver',
          webhookSubject(webhook),
          now,
          `failed since ${since.toISOString()}`,
        ),
      )
      let count = 0
      for (;;) {
        const slice = await stores.transaction(async (tx) => {
          await findWebhook(tx, await refreshCaller(tx, clock, caller), id, 'manage')
          return tx.deliveries.requeueFailed(id, since, now, requeueBatchSize)
        })
        count += slice
        if (slice < requeueBatchSize) break
      }
      webhooks.wake()
      return { message: count === 1 ? '1 delivery queued' : `${count} deliveries queued`, count }
    },

    'GET /api/webhooks/:id/deliveries': async ({ caller, params, query }) => {
      const { id } = await findWebhook(stores, caller, params.id, 'look', 'deliveries')
      const { limit: size, cursor, sort = 'id:desc', ...filter } = query
      return pagedList(
        { limit: size, cursor },
        {
          sort,
          sortedBy: 'text',
          read: async (after, wanted) => {
            const before = after === undefined ? undefined : String(after.value)
            const rows = await stores.deliveries.list(id, filter, sort === 'id:desc', before, wanted + 1)
            const page = rows.slice(0, wanted)
            const last = page.at(-1)
            // Message ids are unique within the webhook, so the cursor's `id` is not needed here.
            return { rows: page, next: rows.length > wanted && last ? { value: last.messageId, id } : undefined }
          },
          show: deliveryView,
        },
      )
    },

    'GET /api/webhooks/:id/deliveries/:deliveryId': async ({ caller, params }) => {
      const webhook = await findWebhook(stores, caller, params.id, 'look', 'deliveries')
      return details(caller, webhook, params.deliveryId)
    },

    'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': async ({ caller, request, params }) => {
      const { id, deliveryId } = params
      const webhook = await findWebhook(stores, caller, id, 'manage')
      takeSendLimit(webhook)
      const now = clock.now()
      const delivery = await stores.transaction(async (tx) => {
        await findWebhook(tx, caller, id, 'manage')
        const requeued = await tx.deliveries.requeue(id, deliveryId, now)
        if (!requeued) throw new Problem('delivery_not_found')
        await audit(
          tx,
          { caller, request },
          'webhook.redeliver',
          webhookSubject(webhook, `, delivery ${deliveryId}`),
          now,
        )
        return requeued
      })
      webhooks.wake()
      return deliveryView(delivery)
    },
  }

  async function details(caller: Caller, webhook: Webhook, messageId: string) {
    const delivery = await stores.deliveries.find(webhook.id, messageId)
    if (!delivery) throw new Problem('delivery_not_found')
    return deliveryDetails(delivery, webhook, caller, await stores.members.rolesOf(caller.accountId))
  }
}

type Shown = z.output<(typeof webhookRoutes)['POST /api/webhooks/:id/deliveries/:deliveryId/redeliver']['reply']>
type ShownDetails = z.output<(typeof webhookRoutes)['GET /api/webhooks/:id/deliveries/:deliveryId']['reply']>

function deliveryView({ messageId, webhookId: _, body: __, answer: ___, signature: ____, ...rest }: Delivery): Shown {
  return { ...rest, id: messageId, maxAttempts: rest.isTest ? 1 : maxAttempts }
}

/** The request of the last attempt; before the first one, as it will be sent, without a signature. */
function deliveryDetails(delivery: Delivery, webhook: Webhook, caller: Caller, roles: Roles): ShownDetails {
  const { messageId, body, triedAt, signature, answer } = delivery
  const at = triedAt ?? delivery.createdAt
  const request = outgoingRequest({ ...webhook, secrets: [] }, { messageId, body }, at)
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    ...deliveryView(delivery),
    request: {
      method: 'POST',
      url: maskedUrl(webhook, caller, roles).url,
      headers: signature === null ? withoutSignature(request.headers) : jsonHeaders(messageId, timestamp, signature),
      body: request.body,
    },
    answer: redactedAnswer(answer, webhook, caller, roles),
  }
}

function withoutSignature({ 'webhook-signature': _, ...headers }: Readonly<Record<string, string>>) {
  return headers
}
