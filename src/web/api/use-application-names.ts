import { useQuery } from '@tanstack/react-query'
import { applicationKeys } from '../query-keys/applications.ts'
import { api } from './client.ts'

/** Names of one's own applications by id, for filters and columns. */
export function useApplicationNames() {
  return useQuery({
    queryKey: applicationKeys.own,
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
    select: (applications) => new Map(applications.map(({ id, name }) => [id, name])),
  })
}
