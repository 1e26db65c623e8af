import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiInput, api, apiList } from '../../api/client.ts'
import type { Page } from '../../api/page.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { Webhook } from './webhook-types.ts'

const listKey = 'GET /api/webhooks'
const oneKey = 'GET /api/webhooks/:id'
/** The lists, the open one, and the application whose count stands in the sidebar. */
const changed = [listKey, oneKey, 'GET /api/applications/:id'] as const

export type NewWebhook = ApiInput<'POST /api/webhooks'>['body']
export type WebhookChange = ApiInput<'PUT /api/webhooks/:id'>['body']

const paramsOf = ({ id }: Pick<Webhook, 'id'>) => ({ id: String(id) })
const webhookKey = (webhook: Webhook) => webhook.id

/** Webhooks of the account; of one application those that hear of it, the account-wide ones included. */
export function useWebhooks(applicationId: string | undefined) {
  return useList({
    queryKey: [listKey, applicationId ?? 'all'],
    read: (paging, signal) =>
      apiList(listKey, { query: { ...paging, ...(applicationId !== undefined && { applicationId }) } }, { signal }),
    rowKey: webhookKey,
  })
}

export function useWebhook(id: string) {
  return useQuery({
    queryKey: [oneKey, id],
    queryFn: ({ signal }) => api(oneKey, { params: { id } }, { signal }),
  })
}

/** A webhook with its secret, which is shown this one time. */
export type WithSecret = Awaited<ReturnType<typeof createWebhook>>

const createWebhook = (body: NewWebhook) => api('POST /api/webhooks', { body })

export function useCreateWebhook(onDone: (created: WithSecret) => void) {
  return useMutate(createWebhook, {
    done: 'Webhook created',
    failed: 'Failed to create webhook',
    refresh: changed,
    onDone,
  })
}

export function useUpdateWebhook(webhook: Webhook, onDone: () => void) {
  const client = useQueryClient()
  return useMutate((body: WebhookChange) => api('PUT /api/webhooks/:id', { params: paramsOf(webhook), body }), {
    done: 'Webhook updated',
    refresh: changed,
    onDone: (reply) => {
      showWebhook(client, reply)
      onDone()
    },
  })
}

interface Switch {
  readonly webhook: Webhook
  readonly isActive: boolean
  /** This is the way back already: it offers none of its own. */
  readonly isUndo?: boolean
}

/** Enable and Disable: seen at once, taken back when refused, with Undo. */
export function useSwitchWebhook() {
  const client = useQueryClient()
  const change = useMutate(
    ({ webhook, isActive }: Switch) => api('PUT /api/webhooks/:id', { params: paramsOf(webhook), body: { isActive } }),
    {
      done: (_, { webhook, isActive, isUndo }) => ({
        title: 'Webhook updated',
        ...(isUndo !== true && {
          action: { label: 'Undo', onClick: () => change.mutate({ webhook, isActive: !isActive, isUndo: true }) },
        }),
      }),
      optimistic: ({ webhook, isActive }) => {
        void client.cancelQueries({ queryKey: [listKey] })
        showWebhook(client, { ...webhook, isActive })
        return () => showWebhook(client, webhook)
      },
      refresh: changed,
      onDone: (reply) => showWebhook(client, reply),
    },
  )
  return change
}

export function useDeleteWebhook(onDone: () => void) {
  return useMutate((webhook: Webhook) => api('DELETE /api/webhooks/:id', { params: paramsOf(webhook) }), {
    done: 'Webhook deleted',
    refresh: [listKey, 'GET /api/applications/:id'],
    onDone,
  })
}

export function useRotateSecret(webhook: Webhook, onDone: (rotated: WithSecret) => void) {
  return useMutate(
    (overlapHours: number) =>
      api('POST /api/webhooks/:id/rotate-secret', { params: paramsOf(webhook), body: { overlapHours } }),
    { done: 'Webhook updated', failed: 'Failed to rotate the secret', refresh: changed, onDone },
  )
}

/** Shows a changed webhook wherever it is in the cache. */
function showWebhook(client: QueryClient, webhook: Webhook): void {
  client.setQueryData([oneKey, String(webhook.id)], webhook)
  client.setQueriesData<InfiniteData<Page<Webhook>>>({ queryKey: [listKey] }, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === webhook.id ? webhook : item)),
          })),
        },
  )
}
