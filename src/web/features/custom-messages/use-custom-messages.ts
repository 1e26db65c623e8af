import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageNames } from '../../../shared/messages.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { type ApplicationMessage, applicationMessage } from './message-names.ts'

const messagesKey = 'GET /api/custom-messages'
const applicationKey = 'GET /api/applications/:id'

export type CustomMessages = ApiReply<typeof messagesKey>
export type Application = ApiReply<typeof applicationKey>

/** The account's texts; with an application those of its owner. */
export function useCustomMessages(applicationId?: number) {
  return useQuery({
    queryKey: [messagesKey, applicationId ?? 'own'],
    queryFn: ({ signal }) =>
      api(
        messagesKey,
        { query: { ...(applicationId !== undefined && { applicationId: String(applicationId) }) } },
        { signal },
      ),
  })
}

/** Takes the server's texts over without asking for them again. */
function useKeepTexts() {
  const client = useQueryClient()
  return (texts: CustomMessages) => client.setQueryData([messagesKey, 'own'], texts)
}

const failed = (description: string) => ({ title: 'Error', description })
const done = (description: string) => ({ title: 'Success', description })

export function useSaveMessages(onDone: () => void) {
  const keep = useKeepTexts()
  return useMutate((body: CustomMessages) => api('PUT /api/custom-messages', { body }), {
    done: done('Custom messages updated successfully'),
    failed: failed('Failed to update custom messages'),
    refresh: messagesKey,
    onDone: (texts) => {
      keep(texts)
      onDone()
    },
  })
}

/** Takes the texts there were before: the way back sends them again. */
export function useResetMessages(onDone: () => void) {
  const keep = useKeepTexts()
  const restore = useSaveMessages(onDone)
  return useMutate((_before: CustomMessages) => api('POST /api/custom-messages/reset'), {
    done: done('Custom messages reset to defaults'),
    failed: failed('Failed to reset custom messages'),
    refresh: messagesKey,
    undo: (_reply, before) => restore.mutate(before),
    onDone: (texts) => {
      keep(texts)
      onDone()
    },
  })
}

export type ApplicationTexts = { readonly [name in ApplicationMessage]?: string | null }

/** A text of null inherits again. */
export function useSaveApplicationMessages(id: number, onDone: () => void) {
  return useMutate((texts: ApplicationTexts) => patch(id, texts), {
    ...useApplicationPatched(onDone),
    done: 'Messages updated',
  })
}

/** Lets go of every text of the application's own; takes those there were, for the way back. */
export function useResetApplicationMessages(id: number, onDone: () => void) {
  const restore = useSaveApplicationMessages(id, onDone)
  return useMutate((_before: ApplicationTexts) => patch(id, inheritAll), {
    ...useApplicationPatched(onDone),
    done: 'Messages reset to defaults',
    undo: (_reply, before) => restore.mutate(before),
  })
}

const inheritAll: ApplicationTexts = Object.fromEntries(messageNames.map((name) => [applicationMessage(name), null]))

const patch = (id: number, body: ApplicationTexts) =>
  api('PATCH /api/applications/:id', { params: { id: String(id) }, body })

function useApplicationPatched(onDone: () => void) {
  const client = useQueryClient()
  return {
    failed: 'Failed to update messages',
    refresh: [applicationKey, 'GET /api/applications'] as const,
    onDone: (application: Application) => {
      client.setQueryData([applicationKey, application.id], application)
      onDone()
    },
  }
}
