import { type Application, useAllApplications, useOwnApplications, useTotalApplications } from './use-applications.ts'

export interface ShownApplications {
  /** Undefined while they load. */
  readonly applications: readonly Application[] | undefined
  readonly ownIds: ReadonlySet<number>
  /** Other accounts have applications that may be seen. */
  readonly hasOthers: boolean
  readonly isAll: boolean
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** Own applications, or everybody's where that is asked for and allowed. */
export function useShownApplications(isAllWanted: boolean): ShownApplications {
  const own = useOwnApplications()
  const total = useTotalApplications()
  const hasOthers = total !== undefined && own.data !== undefined && total > own.data.length
  const isAll = isAllWanted && hasOthers
  const all = useAllApplications(isAll)
  const shown = isAll ? all : own
  return {
    applications: shown.data,
    ownIds: new Set(own.data?.map(({ id }) => id)),
    hasOthers,
    isAll,
    error: shown.error,
    isFetching: shown.isFetching,
    refetch: () => void shown.refetch(),
  }
}
