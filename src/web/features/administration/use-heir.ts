import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { administrationKeys } from '../../query-keys/administration.ts'
import type { Access } from './use-access.ts'
import type { DashboardUser } from './use-users.ts'

const heirKey = 'GET /api/admin/users/:userId/heir'

/** Who takes a user's applications over; asked each time the window opens, since it is shown before a decision. */
export function useHeir({ headers }: Access, { id }: DashboardUser, isAsked: boolean) {
  return useQuery({
    queryKey: administrationKeys.heir(id),
    queryFn: ({ signal }) => api(heirKey, { params: { userId: String(id) } }, { headers, signal }),
    enabled: isAsked,
    staleTime: 0,
  })
}
