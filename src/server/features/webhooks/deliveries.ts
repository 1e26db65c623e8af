import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import { samplePayload } from '../../events/webhooks/sample-payload.ts'
import type { Caller } from '../../http/authenticate.ts'
import { callerNow } from '../../http/caller-now.ts'
import { audit } from '../../http/dashboard.ts'
import type { Limiters } from '../../http/limiters.ts'
import { pagedList } from '../../http/paged-list.ts'
import { Problem } from '../../http/problem.ts'
import { refuseFor } from '../../http/rate-limit.ts'
import type { Handlers } from '../../http/routes.ts'
import { newMessageId } from '../../lib/message-id.ts'
import type { Webhook } from '../../store/webhooks.ts'
import type { WebhookDeps } from './configuration.ts'
import { findWebhook } from './find-webhook.ts'
import { deliveryDetails, shownDelivery } from './shown-delivery.ts'

type DeliveryRoutes = Omit<
  typeof webhookRoutes,
  | 'GET /api/webhooks'
  | 'POST /api/webhooks'
  | 'GET /api/webhooks/:id'
  | 'PUT /api/webhooks/:id'
  | 'DELETE /api/webhooks/:id'
  | 'POST /api/webhooks/:id/rotate-secret'
>

const requeueSlice = 500

export interface DeliveryDeps extends WebhookDeps {
  readonly limiters: Limiters
}

export function deliveryHandlers(deps: DeliveryDeps): Handlers<DeliveryRoutes> {
  const { stores, clock, webhooks } = deps
  const sends = deps.limiters.window<number>('webhookSends')
  /** Samples and repetitions make requests to somebody's server, whoever asks for them. */
  const countSend = ({ accountId }: Webhook) => refuseFor(sends.take(accountId))
  const applicationOf = async ({ applicationId }: Webhook) => {
    const application = applicationId === null ? undefined : await stores.applications.find(applicationId)
    return application ?? { id: 0, name: 'Sample application' }
  }

  return {
    'POST /api/webhooks/:id/test': async ({ caller, request, params, body: { event } }) => {
      const found = await findWebhook(stores, caller, params.id, 'change')
      countSend(found)
      const { id } = found
      const now = clock.now()
      const webhook = await stores.webhooks.findWithSecrets(id, now)
      if (!webhook) throw new Problem('webhook_not_found')
      const payload = samplePayload(event, await applicationOf(webhook), now)
      const message = { messageId: newMessageId(now.getTime()), body: JSON.stringify(payload) }
      await stores.transaction(async (tx) => {
        const { applicationId } = webhook
        await tx.deliveries.insertSample({ webhookId: id, applicationId, event, atMs: now.getTime(), ...message })
        await audit(tx, { caller, request }, 'webhook.test', `webhook ${id}`, now, event)
      })
      await webhooks.sendSample(webhook, message)
      return details(caller, webhook, message.messageId)
    },

    'POST /api/webhooks/:id/redeliver': async ({ caller, request, params, body: { since } }) => {
      const webhook = await findWebhook(stores, caller, params.id, 'change')
      countSend(webhook)
      const { id } = webhook
      const now = clock.now()
      await stores.transaction((tx) =>
        audit(
          tx,
          { caller, request },
          'webhook.redeliver',
          `webhook ${id}`,
          now,
          `failed since ${since.toISOString()}`,
        ),
      )
      let count = 0
      for (;;) {
        const slice = await stores.transaction(async (tx) => {
          await findWebhook(tx, await callerNow(tx, clock, caller), id, 'change')
          return tx.deliveries.requeueFailed(id, since, now, requeueSlice)
        })
        count += slice
        if (slice < requeueSlice) break
      }
      webhooks.wake()
      return { message: count === 1 ? '1 delivery is sent again' : `${count} deliveries are sent again`, count }
    },

    'GET /api/webhooks/:id/deliveries': async ({ caller, params, query }) => {
      const { id } = await findWebhook(stores, caller, params.id, 'read')
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
            // The ids are texts, unique within the webhook; the number that other lists need says nothing here.
            return { rows: page, next: rows.length > wanted && last ? { value: last.messageId, id } : undefined }
          },
          show: shownDelivery,
        },
      )
    },

    'GET /api/webhooks/:id/deliveries/:deliveryId': async ({ caller, params }) => {
      const webhook = await findWebhook(stores, caller, params.id, 'read')
      return details(caller, webhook, params.deliveryId)
    },

    'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': async ({ caller, request, params }) => {
      const { id, deliveryId } = params
      countSend(await findWebhook(stores, caller, id, 'change'))
      const now = clock.now()
      const delivery = await stores.transaction(async (tx) => {
        const requeued = await tx.deliveries.requeue(id, deliveryId, now)
        if (!requeued) throw new Problem('delivery_not_found')
        await audit(tx, { caller, request }, 'webhook.redeliver', `webhook ${id}, delivery ${deliveryId}`, now)
        return requeued
      })
      webhooks.wake()
      return shownDelivery(delivery)
    },
  }

  async function details(caller: Caller, webhook: Webhook, messageId: string) {
    const delivery = await stores.deliveries.find(webhook.id, messageId)
    if (!delivery) throw new Problem('delivery_not_found')
    return deliveryDetails(delivery, webhook, caller)
  }
}
