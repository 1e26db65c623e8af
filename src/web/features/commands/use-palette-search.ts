import { useQueries } from '@tanstack/react-query'
import { KeyRound, UserRound } from 'lucide-react'
import { createElement } from 'react'
import { apiList } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useOwnApplications } from '../../api/use-own-applications.ts'
import { shortKey } from '../../ui/text/short-key.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

const debounceMs = 150
const minSearchLength = 2
/** How many applications are searched when none is open. */
const applicationsSearched = 5
const shownOfEach = '5'
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface SearchedApplication {
  readonly id: number
  readonly name: string
}

/** Users and licenses that match the typed text, searched on the server. */
export function usePaletteSearch(typed: string, applicationId: number | undefined) {
  const text = useDebounced(typed, debounceMs)
  const isWanted = text.length >= minSearchLength
  const { data: applications } = useOwnApplications(isWanted)
  const all: readonly SearchedApplication[] = applications ?? []
  const here =
    applicationId === undefined ? [] : [all.find(({ id }) => id === applicationId) ?? { id: applicationId, name: '' }]
  const places = here.length > 0 ? here : all.slice(0, applicationsSearched)
  const users = useQueries({
    queries: places.map((place) => ({
      queryKey: userKeys.found(place.id, text),
      queryFn: ({ signal }: { signal: AbortSignal }) => findUsers(place, text, signal),
      enabled: isWanted,
    })),
  })
  const licenses = useQueries({
    queries: places.map((place) => ({
      queryKey: licenseKeys.found(place.id, text),
      queryFn: ({ signal }: { signal: AbortSignal }) => findLicenses(place, text, signal),
      enabled: isWanted,
    })),
  })
  const entriesOf = (found: readonly Found[]) => (isWanted ? found.flatMap(({ data = [] }) => data) : [])
  const groups: readonly PaletteGroup[] = [
    { heading: 'Users', entries: entriesOf(users) },
    { heading: 'Licenses', entries: entriesOf(licenses) },
  ]
  return { groups, isLoading: typed !== text || [...users, ...licenses].some(({ isLoading }) => isLoading) }
}

interface Found {
  readonly data?: readonly PaletteEntry[] | undefined
}

const searchInput = (id: number, q: string) => ({ params: { id: String(id) }, query: { q, limit: shownOfEach } })

async function findUsers({ id, name }: SearchedApplication, q: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { items } = await apiList('GET /api/applications/:id/users', searchInput(id, q), { signal })
  return items.map((user) => ({
    id: `${user.id}`,
    label: user.username,
    detail: name,
    icon: createElement(UserRound, icon),
    href: `/app/${id}?section=users&user=${user.id}`,
  }))
}

async function findLicenses(
  { id, name }: SearchedApplication,
  q: string,
  signal: AbortSignal,
): Promise<PaletteEntry[]> {
  const { items } = await apiList('GET /api/applications/:id/licenses', searchInput(id, q), { signal })
  return items.map((license) => ({
    id: `${license.id}`,
    label: `${shortKey(license.licenseKey)} ${license.description}`.trim(),
    detail: name,
    icon: createElement(KeyRound, icon),
    href: `/app/${id}/licenses?q=${encodeURIComponent(license.licenseKey)}`,
  }))
}
