import { useQuery } from '@tanstack/react-query'
import type { EventName } from '../../../shared/events.ts'
import { api, apiList } from '../../api/client.ts'
import { webhookKeys } from '../../api/query-keys/webhooks.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/webhooks.ts'
import type { Delivery, DeliveryStatus } from './webhook-types.ts'

const listKey = 'GET /api/webhooks/:id/deliveries'
const oneKey = 'GET /api/webhooks/:id/deliveries/:deliveryId'
const changed = [listKey, oneKey, 'GET /api/webhooks/:id'] as const

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly event?: EventName | undefined
}

const deliveryKey = (delivery: Delivery) => delivery.id

/** Deliveries of a webhook, newest first. */
export function useDeliveries(webhookId: string, { status, event }: DeliveryFilter) {
  return useList({
    queryKey: webhookKeys.deliveries(webhookId, status, event),
    read: (paging, signal) =>
      apiList(
        listKey,
        {
          params: { id: webhookId },
          query: { ...paging, ...(status !== undefined && { status }), ...(event !== undefined && { event }) },
        },
        { signal },
      ),
    rowKey: deliveryKey,
  })
}

export function useDelivery(webhookId: string, deliveryId: string) {
  return useQuery({
    queryKey: webhookKeys.delivery(webhookId, deliveryId),
    queryFn: ({ signal }) => api(oneKey, { params: { id: webhookId, deliveryId } }, { signal }),
  })
}

export function useRedeliver(webhookId: string) {
  return useMutate(
    (deliveryId: string) =>
      api('POST /api/webhooks/:id/deliveries/:deliveryId/redeliver', { params: { id: webhookId, deliveryId } }),
    { done: texts.deliveryQueued, failed: texts.failedToRedeliver, refresh: changed },
  )
}

/** Redelivers everything that failed since a time. */
export function useRedeliverSince(webhookId: string, onDone: () => void) {
  return useMutate(
    (since: string) => api('POST /api/webhooks/:id/redeliver', { params: { id: webhookId }, body: { since } }),
    {
      done: ({ count }) => ({ title: texts.queued(count) }),
      failed: texts.failedToRedeliver,
      refresh: changed,
      onDone,
    },
  )
}

/** Sends a sample now. A receiver's failure is a result too, not an error. */
export function useTestWebhook(webhookId: string) {
  return useMutate(
    (event: EventName) => api('POST /api/webhooks/:id/test', { params: { id: webhookId }, body: { event } }),
    { failed: texts.failedToSendTest, refresh: changed },
  )
}
