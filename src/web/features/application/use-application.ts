import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api, apiList } from '../../api/client.ts'
import { activityKeys } from '../../api/query-keys/activity.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { isWorthRetrying } from '../../api/retry.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/application.ts'

const applicationKey = 'GET /api/applications/:id'
const statsKey = 'GET /api/applications/:id/stats'
const activityKey = 'GET /api/activity-logs'

export type Application = ApiReply<typeof applicationKey>
export type ApplicationChange = ApiInput<'PATCH /api/applications/:id'>['body']

/** The specification wants two retries for this request. */
export function useApplication(id: number, isEnabled = true) {
  return useQuery({
    queryKey: applicationKeys.one(id),
    queryFn: ({ signal }) => api(applicationKey, { params: { id: String(id) } }, { signal }),
    retry: (failures, error) => isWorthRetrying(failures, error, 2),
    enabled: isEnabled,
  })
}

export function useApplicationStats(id: number) {
  return useQuery({
    queryKey: applicationKeys.stats(id),
    queryFn: ({ signal }) => api(statsKey, { params: { id: String(id) } }, { signal }),
  })
}

export function useApplicationCalls(id: number): RecordCalls<Application, ApplicationChange> {
  const client = useQueryClient()
  const params = { id: String(id) }
  return {
    read: () => api(applicationKey, { params }),
    save: (body) => api('PATCH /api/applications/:id', { params, body }),
    done: texts.applicationUpdatedSuccessfully,
    failed: texts.failedToUpdateApplication,
    refresh: [applicationKey, 'GET /api/applications'],
    onReply: ({ row }) => client.setQueryData(applicationKeys.one(id), row),
  }
}

/** Takes the application offline, or back online. */
export function useSwitchApplication(id: number, onDone: () => void) {
  return useMutate(
    (isActive: boolean) => api('PATCH /api/applications/:id', { params: { id: String(id) }, body: { isActive } }),
    {
      done: texts.applicationUpdatedSuccessfully,
      failed: texts.failedToUpdateApplication,
      refresh: [applicationKey, 'GET /api/applications'],
      onDone,
    },
  )
}

/** The name of the user made last; undefined while it loads or without users. */
export function useNewestUser(id: number, isWanted: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: userKeys.last(id),
    queryFn: async ({ signal }) => {
      const query = { sort: 'createdAt:desc', limit: '1' } as const
      const page = await apiList('GET /api/applications/:id/users', { params: { id: String(id) }, query }, { signal })
      return page.items[0]?.username ?? null
    },
    enabled: isWanted,
  })
  return data ?? undefined
}

/** The newest successful login and the newest rejection. */
export function useNewestLogins(id: number) {
  const newest = (query: { readonly event?: 'user_login'; readonly success: 'true' | 'false' }) => ({
    queryKey: activityKeys.newest(id, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const page = await apiList(
        activityKey,
        { query: { applicationId: String(id), limit: '1', ...query } },
        { signal },
      )
      return page.items[0] ?? null
    },
  })
  const login = useQuery(newest({ event: 'user_login', success: 'true' }))
  const refusal = useQuery(newest({ success: 'false' }))
  return { login: login.data, refusal: refusal.data }
}
