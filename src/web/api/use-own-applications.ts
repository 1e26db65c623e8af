import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Right } from '../../shared/rights.ts'
import * as texts from '../texts/api.ts'
import { type ApiReply, api } from './client.ts'
import { applicationKeys } from './query-keys/applications.ts'

export type OwnApplication = ApiReply<'GET /api/applications'>[number]

const ownApplications = queryOptions({
  queryKey: applicationKeys.own,
  queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
})

/** The applications of the signed-in account, fetched once for all screens. */
export function useOwnApplications(isWanted = true) {
  return useQuery({ ...ownApplications, enabled: isWanted })
}

/** Their names by ID, for filters and columns. */
export function useApplicationNames() {
  return useQuery({ ...ownApplications, select: namesOf })
}

const namesOf = (applications: readonly OwnApplication[]) => new Map(applications.map(({ id, name }) => [id, name]))

/** For a form that adds something to an application: those where the viewer may, and which of them are others'. */
export function usePlaces(right: Right) {
  const { data } = useOwnApplications()
  const places = data?.filter(({ can }) => can.includes(right))
  return places && { names: namesOf(places), others: new Set(places.filter(isOthers).map(({ id }) => id)) }
}

const isOthers = ({ role }: OwnApplication) => role !== 'owner'

/** The choice of a table's toolbar that narrows a list to one application. */
export const applicationChoice = (names: ReadonlyMap<number, string>, value: string | undefined) => ({
  name: 'app',
  label: texts.application,
  options: applicationOptions(names),
  value,
})

/** Options of a select that narrows a list to one application; the blank value means all. */
export function applicationOptions(names: ReadonlyMap<number, string>): { value: string; label: string }[] {
  return [
    { value: '', label: texts.allApplications },
    ...[...names].map(([id, name]) => ({ value: String(id), label: texts.app(name, id) })),
  ]
}
