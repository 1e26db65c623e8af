import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiList } from '../../api/client.ts'
import { activityKeys } from '../../api/query-keys/activity.ts'
import { useList } from '../../api/use-list.ts'
import type { Activity } from './activity-columns.tsx'
import { type ActivityFilter, filterQuery } from './activity-filter.ts'

const listKey = 'GET /api/activity-logs'
const rowKey = (row: Activity) => row.id
const countedRows = 200

/** The position of a paused log. */
interface Pause {
  /** ID of the newest row at the pause, 0 for none, and its time. */
  readonly id: number
  readonly at: string
}

const ofApplication = (applicationId: number | undefined) =>
  applicationId === undefined ? {} : { applicationId: String(applicationId) }

/** The log, newest first; while paused it doesn't change. */
export function useActivity(applicationId: number | undefined, filter: ActivityFilter) {
  const [pause, setPause] = useState<Pause>()
  const query = { ...ofApplication(applicationId), ...filterQuery(filter) }
  // The server leaves out later rows, so a paused log can be scrolled too.
  const until = pause === undefined || (filter.to !== undefined && filter.to < pause.at) ? {} : { to: pause.at }
  const list = useList({
    queryKey: activityKeys.list(applicationId, query, until),
    read: (paging, signal) => apiList(listKey, { query: { ...query, ...until, ...paging } }, { signal }),
    rowKey,
  })
  const rows =
    pause === undefined ? list.rows : list.rows?.filter(({ id, createdAt }) => id <= pause.id || createdAt < pause.at)
  const [newest] = list.rows ?? []
  return {
    // The log has no total: only the last page knows that it is the last.
    list: { ...list, rows, total: undefined },
    isPaused: pause !== undefined,
    missed: useMissed(query, pause),
    pause: () =>
      setPause(
        newest === undefined ? { id: 0, at: new Date().toISOString() } : { id: newest.id, at: newest.createdAt },
      ),
    resume: () => setPause(undefined),
  }
}

/**
 * What happened since the pause: events (a combined row counts as what it stands for), and whether there are more than
 * were counted.
 */
function useMissed(query: Readonly<Record<string, string>>, pause: Pause | undefined) {
  const { data } = useQuery({
    queryKey: activityKeys.missed(query, pause),
    queryFn: ({ signal }) =>
      apiList(listKey, { query: { ...query, from: pause?.at ?? '', limit: String(countedRows) } }, { signal }),
    enabled: pause !== undefined,
  })
  if (pause === undefined || data === undefined) return { count: 0, isAtLeast: false }
  const later = data.items.filter(({ id }) => id > pause.id)
  return { count: later.reduce((sum, row) => sum + row.count, 0), isAtLeast: data.next !== undefined }
}

/** How long activity is kept. */
export function useRetention(applicationId: number | undefined) {
  const { data } = useQuery({
    queryKey: activityKeys.retention(applicationId),
    queryFn: ({ signal }) =>
      api('GET /api/activity-logs/retention', { query: ofApplication(applicationId) }, { signal }),
  })
  return data
}

/** One row by its ID, even when the list no longer shows it. */
export function useActivityRow(applicationId: number | undefined, id: string) {
  return useQuery({
    queryKey: activityKeys.row(applicationId, id),
    queryFn: async ({ signal }) => {
      const page = await apiList(listKey, { query: { ...ofApplication(applicationId), id, limit: '1' } }, { signal })
      return page.items[0] ?? null
    },
    enabled: /^[1-9]\d{0,14}$/.test(id),
  })
}
