import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MessageName, messageDefaults, messageNames } from '../../../shared/messages.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { answer } from '../../api/query-keys/keys.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as areaTexts from '../../texts/custom-messages.ts'
import { applicationMessage, mapMessages } from './message-names.ts'
import type { MessageCalls, MessageDraft, StoredTexts } from './use-message-draft.tsx'

const messagesKey = 'GET /api/custom-messages'
const applicationKey = 'GET /api/applications/:id'

export type CustomMessages = ApiReply<typeof messagesKey>
export type Application = ApiReply<typeof applicationKey>

/** The account's messages; with an application, those of its owner. */
export function useCustomMessages(applicationId?: number) {
  return useQuery({
    queryKey: applicationId === undefined ? messageKeys.own : messageKeys.of(applicationId),
    queryFn: ({ signal }) =>
      api(
        messagesKey,
        { query: { ...(applicationId !== undefined && { applicationId: String(applicationId) }) } },
        { signal },
      ),
  })
}

/** Puts the server's reply into the cache instead of refetching. */
function useKeepTexts() {
  const client = useQueryClient()
  return (texts: CustomMessages) => client.setQueryData(messageKeys.own, texts)
}

const failed = (description: string) => ({ title: areaTexts.error, description })
const done = (description: string) => ({ title: areaTexts.success, description })

export function useMessageCalls(): MessageCalls<CustomMessages> {
  return {
    read: () => api(messagesKey, { query: {} }),
    save: saveTexts,
    done: done(areaTexts.customMessagesUpdatedSuccessfully),
    failed: failed(areaTexts.failedToUpdateCustom),
    refresh: messagesKey,
    onReply: useKeepTexts(),
  }
}

/** A null becomes blank: both inherit. */
function saveTexts(texts: StoredTexts): Promise<CustomMessages> {
  const body = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']))
  return api('PUT /api/custom-messages', { body })
}

interface Reset {
  /** The previous texts: Undo sends those that the reset removed. */
  readonly before: StoredTexts
  /** The form's texts. */
  readonly draft: MessageDraft
}

export function useResetMessages(onReply: (draft: MessageDraft) => void) {
  const keep = useKeepTexts()
  const { save, read: _, ...texts } = useMessageCalls()
  const restore = useMutate(save, texts)
  return useMutate((_reset: Reset) => api('POST /api/custom-messages/reset'), {
    done: done(areaTexts.customMessagesResetTo),
    failed: failed(areaTexts.failedToResetCustom),
    refresh: messagesKey,
    undo: (_reply, { before }) => restore.mutate(ownTexts(before, messageDefaults)),
    onReply: (texts, { draft }) => {
      keep(texts)
      onReply(draft)
    },
  })
}

/** The texts that differ from the defaults. */
function ownTexts(texts: StoredTexts, defaults: StoredTexts): StoredTexts {
  return Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => text !== (defaults[name as MessageName] ?? null)),
  )
}

/** A null inherits again. */
export function useApplicationMessageCalls(id: number): MessageCalls<Application> {
  const client = useQueryClient()
  return {
    read: async () => textsOf(await api(applicationKey, { params: { id: String(id) } })),
    save: (texts) => patch(id, texts),
    done: areaTexts.messagesUpdated,
    failed: areaTexts.failedToUpdateMessages,
    refresh: [applicationKey, 'GET /api/applications'],
    onReply: (application) => client.setQueryData(applicationKeys.one(application.id), application),
  }
}

/** Removes all of the application's own messages. */
export function useResetApplicationMessages(id: number, onReply: (draft: MessageDraft) => void) {
  const { save, read: _, ...texts } = useApplicationMessageCalls(id)
  const restore = useMutate(save, texts)
  return useMutate((_reset: Reset) => patch(id, inheritAll), {
    ...texts,
    done: areaTexts.messagesResetToDefaults,
    undo: (_reply, { before }) => restore.mutate(ownTexts(before, {})),
    onReply: (application, { draft }) => {
      texts.onReply?.(application, undefined)
      onReply(draft)
    },
  })
}

const inheritAll: StoredTexts = Object.fromEntries(messageNames.map((name) => [name, null]))

/** The application's own messages. */
export function textsOf(application: Application): StoredTexts {
  return mapMessages((name) => application[applicationMessage(name)])
}

function patch(id: number, texts: StoredTexts): Promise<Application> {
  const body = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [applicationMessage(name as MessageName), text]),
  )
  return api('PATCH /api/applications/:id', { params: { id: String(id) }, body })
}

/** The account's messages. */
const messageKeys = {
  own: answer('GET /api/custom-messages', 'own'),
  /** The messages of the application's owner. */
  of: (applicationId: number) => answer('GET /api/custom-messages', applicationId),
} as const
