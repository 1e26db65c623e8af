import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiInput, api, apiList } from '../../api/client.ts'
import { patchRows } from '../../api/patch-rows.ts'
import { webhookKeys } from '../../api/query-keys/webhooks.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/webhooks.ts'
import type { Webhook } from './webhook-types.ts'

const listKey = 'GET /api/webhooks'
const oneKey = 'GET /api/webhooks/:id'
/** The lists, the open webhook, and the application with its count in the sidebar. */
const changed = [listKey, oneKey, 'GET /api/applications/:id'] as const

export type NewWebhook = ApiInput<'POST /api/webhooks'>['body']
export type WebhookChange = ApiInput<'PUT /api/webhooks/:id'>['body']

const paramsOf = ({ id }: Pick<Webhook, 'id'>) => ({ id: String(id) })
const webhookKey = (webhook: Webhook) => webhook.id

/** Webhooks of the account; with an application, those that receive its events, including account-wide ones. */
export function useWebhooks(applicationId: string | undefined) {
  return useList({
    queryKey: webhookKeys.list(applicationId),
    read: (paging, signal) =>
      apiList(listKey, { query: { ...paging, ...(applicationId !== undefined && { applicationId }) } }, { signal }),
    rowKey: webhookKey,
  })
}

export function useWebhook(id: string) {
  return useQuery({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => api(oneKey, { params: { id } }, { signal }),
  })
}

/** A webhook with its secret, which is returned only once. */
export type WithSecret = Awaited<ReturnType<typeof createWebhook>>

const createWebhook = (body: NewWebhook) => api('POST /api/webhooks', { body })

/** `onReply` shows the secret, which is returned only once; `onDone` closes the dialog. */
export function useCreateWebhook(onReply: (created: WithSecret) => void, onDone: () => void) {
  return useMutate(createWebhook, {
    done: texts.webhookCreatedText,
    failed: texts.failedToCreateWebhook,
    refresh: changed,
    onReply,
    onDone,
  })
}

export function useWebhookCalls(webhook: Webhook): RecordCalls<Webhook, WebhookChange> {
  const client = useQueryClient()
  const params = paramsOf(webhook)
  return {
    read: () => api(oneKey, { params }),
    save: (body) => api('PUT /api/webhooks/:id', { params, body }),
    done: texts.webhookUpdated,
    refresh: changed,
    onReply: ({ row }) => showWebhook(client, row.id, row),
  }
}

interface Switch {
  readonly webhook: Webhook
  readonly isActive: boolean
  /** This is the Undo itself, so it offers none. */
  readonly isUndo?: boolean
}

/** Enable and Disable: optimistic, rolled back on error, with Undo. */
export function useSwitchWebhook() {
  const client = useQueryClient()
  const change = useMutate(
    ({ webhook, isActive }: Switch) => api('PUT /api/webhooks/:id', { params: paramsOf(webhook), body: { isActive } }),
    {
      done: (_, { webhook, isActive, isUndo }) => ({
        title: texts.webhookUpdated,
        ...(isUndo !== true && {
          action: { label: texts.undo, onClick: () => change.mutate({ webhook, isActive: !isActive, isUndo: true }) },
        }),
      }),
      optimistic: ({ webhook, isActive }) => {
        showWebhook(client, webhook.id, { isActive })
        return () => showWebhook(client, webhook.id, { isActive: webhook.isActive })
      },
      refresh: changed,
      onReply: (reply) => showWebhook(client, reply.id, reply),
    },
  )
  return change
}

export function useDeleteWebhook(onDone: () => void) {
  return useMutate((webhook: Webhook) => api('DELETE /api/webhooks/:id', { params: paramsOf(webhook) }), {
    done: texts.webhookDeleted,
    refresh: [listKey, 'GET /api/applications/:id'],
    onDone,
  })
}

export function useRotateSecret(webhook: Webhook, onReply: (rotated: WithSecret) => void, onDone: () => void) {
  return useMutate(
    (overlapHours: number) =>
      api('POST /api/webhooks/:id/rotate-secret', { params: paramsOf(webhook), body: { overlapHours } }),
    { done: texts.webhookUpdated, failed: texts.failedToRotateSecret, refresh: changed, onReply, onDone },
  )
}

/** Updates the webhook everywhere in the cache. */
function showWebhook(client: QueryClient, id: number, patch: Partial<Webhook>): void {
  const one = webhookKeys.one(String(id))
  void client.cancelQueries({ queryKey: one })
  client.setQueryData(one, (data) => data && { ...data, ...patch })
  patchRows(client, webhookKeys.lists, (webhook) => (webhook.id === id ? { ...webhook, ...patch } : webhook))
}
