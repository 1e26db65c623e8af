import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { BlacklistEntry, BlacklistType } from './blacklist-types.ts'

/** Entries of the account; of one application those that count for it, the global ones included. */
export function useBlacklist(applicationId: string | undefined) {
  return useQuery({
    queryKey: ['GET /api/blacklist', applicationId],
    queryFn: ({ signal }) =>
      api('GET /api/blacklist', { query: { ...(applicationId !== undefined && { applicationId }) } }, { signal }),
  })
}

/** Names of the applications that an entry may be for. */
export function useApplicationNames() {
  return useQuery({
    queryKey: ['GET /api/applications'],
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
    select: (applications) => new Map(applications.map(({ id, name }) => [id, name])),
  })
}

export interface NewEntry {
  readonly type: BlacklistType
  readonly value: string
  readonly reason: string
  /** Undefined: every application of the account. */
  readonly applicationId: number | undefined
}

export function useAddEntry(onDone: () => void) {
  return useMutate(
    ({ type, value, reason, applicationId }: NewEntry) =>
      api('POST /api/blacklist', {
        body: { type, value, ...(reason !== '' && { reason }), ...(applicationId !== undefined && { applicationId }) },
      }),
    {
      done: 'Blacklist entry added',
      failed: 'Failed to add blacklist entry',
      refresh: 'GET /api/blacklist',
      onDone,
    },
  )
}

/** The row goes with the answer, so that the focus is not given back to a button about to vanish. */
export function useDeleteEntry(onDone: () => void) {
  const client = useQueryClient()
  return useMutate(({ id }: BlacklistEntry) => api('DELETE /api/blacklist/:id', { params: { id: String(id) } }), {
    done: 'Blacklist entry deleted',
    refresh: 'GET /api/blacklist',
    onDone: (_reply, deleted) => {
      client.setQueriesData<BlacklistEntry[]>({ queryKey: ['GET /api/blacklist'] }, (old) =>
        old?.filter(({ id }) => id !== deleted.id),
      )
      onDone()
    },
  })
}
