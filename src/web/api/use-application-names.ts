import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { applicationKeys } from './query-keys/applications.ts'

/** Names of one's own applications by id, for filters and columns. */
export function useApplicationNames() {
  return useQuery({
    queryKey: applicationKeys.own,
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
    select: (applications) => new Map(applications.map(({ id, name }) => [id, name])),
  })
}

/** What a choice of one's own applications offers: all of them first, with the blank value. */
export function applicationOptions(names: ReadonlyMap<number, string>): { value: string; label: string }[] {
  return [
    { value: '', label: 'All applications' },
    ...[...names].map(([id, name]) => ({ value: String(id), label: `${name} (App ${id})` })),
  ]
}
