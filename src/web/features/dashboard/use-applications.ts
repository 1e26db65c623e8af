import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasPermission } from '../../../shared/permissions.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/dashboard.ts'

export type Application = ApiReply<'GET /api/applications'>[number]

/** Own applications with the numbers of all cards in one request. */
function useOwnApplicationsWithStats() {
  return useQuery({
    queryKey: applicationKeys.ownWithStats,
    queryFn: ({ signal }) => api('GET /api/applications', { query: { include: 'stats' } }, { signal }),
  })
}

/** The same for all accounts. */
function useAllApplicationsWithStats(isWanted: boolean) {
  return useQuery({
    queryKey: applicationKeys.allWithStats,
    queryFn: ({ signal }) => api('GET /api/applications', { query: { include: 'stats', all: 'true' } }, { signal }),
    enabled: isWanted,
  })
}

/** How many applications the user may see; undefined without view_all_data. */
function useTotalApplications(): number | undefined {
  const { data } = useQuery({
    queryKey: applicationKeys.all,
    queryFn: ({ signal }) => api('GET /api/applications', { query: { all: 'true' } }, { signal }),
    enabled: hasPermission(useCurrentUser(), 'view_all_data'),
  })
  return data?.length
}

export interface NewApplication {
  readonly name: string
  readonly description: string
}

export function useCreateApplication(onDone: (made: ApiReply<'POST /api/applications'>) => void) {
  return useMutate(
    (made: NewApplication) =>
      api('POST /api/applications', { body: { ...made, version: '1.0', hwidLockEnabled: true } }),
    {
      done: texts.applicationCreatedSuccessfully,
      failed: { title: texts.error, fallback: texts.failedToCreateApplication },
      refresh: 'GET /api/applications',
      onDone,
    },
  )
}

/** The card is removed with the response, so the focus doesn't return to a button that is about to vanish. */
export function useDeleteApplication(onDone: () => void) {
  const client = useQueryClient()
  return useMutate((id: number) => api('DELETE /api/applications/:id', { params: { id: String(id) }, query: {} }), {
    done: texts.applicationDeletedSuccessfully,
    failed: { title: texts.error, fallback: texts.failedToDeleteApplication },
    refresh: 'GET /api/applications',
    onReply: (_reply, deleted) => {
      client.setQueriesData<Application[]>({ queryKey: applicationKeys.every }, (old) =>
        old?.filter(({ id }) => id !== deleted),
      )
    },
    onDone,
  })
}

interface ShownApplications {
  /** Undefined while loading. */
  readonly applications: readonly Application[] | undefined
  /** Other accounts have applications that the user may see. */
  readonly hasOthers: boolean
  readonly isAll: boolean
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** Own applications, or all when requested and allowed. */
export function useShownApplications(isAllWanted: boolean): ShownApplications {
  const own = useOwnApplicationsWithStats()
  const total = useTotalApplications()
  const hasOthers = total !== undefined && own.data !== undefined && total > own.data.length
  const isAll = isAllWanted && hasOthers
  const all = useAllApplicationsWithStats(isAll)
  const shown = isAll ? all : own
  return {
    applications: shown.data,
    hasOthers,
    isAll,
    error: shown.error,
    isFetching: shown.isFetching,
    refetch: () => void shown.refetch(),
  }
}
