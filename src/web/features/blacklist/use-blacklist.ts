import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { blacklistKeys } from '../../api/query-keys/blacklist.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/blacklist.ts'
import type { BlacklistEntry, BlacklistType } from './blacklist-types.ts'

/** The list, and the application with its count in the sidebar. */
const changed = ['GET /api/blacklist', 'GET /api/applications/:id'] as const

/** The account's entries; with an application, those that apply to it, including global ones. */
export function useBlacklist(applicationId: string | undefined) {
  return useQuery({
    queryKey: blacklistKeys.list(applicationId),
    queryFn: ({ signal }) =>
      api('GET /api/blacklist', { query: { ...(applicationId !== undefined && { applicationId }) } }, { signal }),
  })
}

interface Question {
  readonly type: BlacklistType
  readonly value: string
  /** Undefined: all applications of the account. */
  readonly applicationId: number | undefined
}

/** How an entry would be stored and how many users it would block; not requested without a value. */
export function useEntryCheck({ type, value, applicationId }: Question) {
  return useQuery({
    queryKey: blacklistKeys.check(type, value, applicationId),
    queryFn: ({ signal }) =>
      api(
        'GET /api/blacklist/check',
        { query: { type, value, ...(applicationId !== undefined && { applicationId: String(applicationId) }) } },
        { signal },
      ),
    enabled: value !== '',
    placeholderData: (previous, query) => (query?.queryKey[1] === type ? keepPreviousData(previous) : undefined),
  })
}

interface List {
  readonly type: BlacklistType
  readonly text: string
  readonly applicationId: number | undefined
}

const sendList = ({ type, text, applicationId }: List, isDryRun: boolean) =>
  api('POST /api/blacklist/import', {
    body: { type, text, isDryRun, ...(applicationId !== undefined && { applicationId }) },
  })

/** Dry run of an import. */
export function useCheckList() {
  return useMutate((list: List) => sendList(list, true), { failed: texts.failedToAddBlacklist })
}

export function useImportList(onDone: () => void) {
  return useMutate((list: List) => sendList(list, false), {
    done: ({ added, listed, invalid }) => ({
      title: added === 1 ? texts.blacklistEntryAdded : texts.addedOf(added),
      description: texts.alreadyListedInvalid(listed, invalid),
    }),
    failed: texts.failedToAddBlacklist,
    refresh: changed,
    onDone,
  })
}

export interface NewEntry {
  readonly type: BlacklistType
  readonly value: string
  readonly reason: string
  /** Undefined: all applications of the account. */
  readonly applicationId: number | undefined
}

export function useAddEntry(onDone: () => void) {
  return useMutate(
    ({ type, value, reason, applicationId }: NewEntry) =>
      api('POST /api/blacklist', {
        body: { type, value, ...(reason !== '' && { reason }), ...(applicationId !== undefined && { applicationId }) },
      }),
    {
      done: texts.blacklistEntryAdded,
      failed: texts.failedToAddBlacklist,
      refresh: changed,
      onDone,
    },
  )
}

/** The row is removed with the response, so the focus doesn't return to a button that is about to vanish. */
export function useDeleteEntry(onDone: () => void) {
  const client = useQueryClient()
  return useMutate(({ id }: BlacklistEntry) => api('DELETE /api/blacklist/:id', { params: { id: String(id) } }), {
    done: texts.blacklistEntryDeleted,
    refresh: changed,
    onReply: (_reply, deleted) => {
      client.setQueriesData<BlacklistEntry[]>({ queryKey: blacklistKeys.every }, (old) =>
        old?.filter(({ id }) => id !== deleted.id),
      )
    },
    onDone,
  })
}
