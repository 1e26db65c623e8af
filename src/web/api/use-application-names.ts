import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

/** Names of one's own applications by id, for filters and columns. */
export function useApplicationNames() {
  return useQuery({
    queryKey: queryKeys.applications.own,
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
    select: (applications) => new Map(applications.map(({ id, name }) => [id, name])),
  })
}
