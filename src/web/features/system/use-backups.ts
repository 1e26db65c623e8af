import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { systemKeys } from '../../api/query-keys/system.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/system.ts'

export type Backup = ApiReply<'GET /api/system/backups'>[number]

const lookEveryMs = 1000

export const isUnderWay = ({ state }: Backup) => state === 'running' || state === 'rehearsing'

/** Looks again every second while one is under way. */
export const useBackups = () =>
  useQuery({
    queryKey: systemKeys.backups,
    queryFn: ({ signal }) => api('GET /api/system/backups', {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? lookEveryMs : false),
  })

/** The data is in PostgreSQL: there is nothing to list. */
export const isNotEmbedded = (error: Error | null) => error instanceof ApiError && error.code === 'not_embedded'

export const useBackUp = () =>
  useMutate((_: undefined) => api('POST /api/system/backups', { body: {} }), {
    done: texts.backupStarted,
    failed: texts.couldNotBackUp,
    refresh: 'GET /api/system/backups',
  })

export const useTestRestore = () =>
  useMutate(
    ({ id }: Pick<Backup, 'id'>) => api('POST /api/system/backups/:id/rehearse', { params: { id: String(id) } }),
    {
      done: texts.testStarted,
      failed: texts.couldNotTest,
      refresh: 'GET /api/system/backups',
    },
  )
