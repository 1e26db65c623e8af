import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { systemKeys } from '../../api/query-keys/system.ts'

export type System = ApiReply<'GET /api/system'>
export type SystemNode = System['nodes'][number]
export type SystemJob = System['jobs'][number]

/** As often as the servers write that they run. */
const lookEveryMs = 5_000

export const useSystem = () =>
  useQuery({
    queryKey: systemKeys.system,
    queryFn: ({ signal }) => api('GET /api/system', {}, { signal }),
    refetchInterval: lookEveryMs,
  })
