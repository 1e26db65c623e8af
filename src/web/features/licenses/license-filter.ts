import type { ApiInput } from '../../api/client.ts'

type LicensesQuery = NonNullable<ApiInput<'GET /api/applications/:id/licenses'>['query']>
type Status = NonNullable<LicensesQuery['status']>
type LicenseSort = NonNullable<LicensesQuery['sort']>

const statuses: Readonly<Record<Status, string>> = {
  active: 'Active',
  full: 'Full',
  expired: 'Expired',
  inactive: 'Inactive',
}

export const statusOptions: readonly { readonly value: Status | ''; readonly label: string }[] = [
  { value: '', label: 'All keys' },
  ...statusNames().map((value) => ({ value, label: statuses[value] })),
]

const sorts: ReadonlySet<string> = new Set(
  ['expiresAt', 'createdAt', 'currentUsers'].flatMap((key) => [`${key}:asc`, `${key}:desc`]),
)

export interface LicenseFilter {
  readonly q: string | undefined
  readonly status: Status | undefined
  readonly sort: LicenseSort | undefined
}

/** What of an address narrows or orders the licenses; words that mean nothing here are passed over. */
export function licenseFilter(search: Readonly<Record<string, string | undefined>>): LicenseFilter {
  return {
    q: search.q?.trim() || undefined,
    status: statusNames().find((status) => status === search.status),
    sort: isLicenseSort(search.sort) ? search.sort : undefined,
  }
}

/** The filter in words, for an empty answer; undefined when nothing narrows the list. */
export function filterText({ q, status }: LicenseFilter): string | undefined {
  if (q === undefined && status === undefined) return undefined
  const which = status === undefined ? 'license keys' : `${status} license keys`
  return q === undefined ? `There are no ${which}.` : `No ${which} match “${q}”.`
}

function statusNames(): Status[] {
  return Object.keys(statuses) as Status[]
}

function isLicenseSort(sort: string | undefined): sort is LicenseSort {
  return sort !== undefined && sorts.has(sort)
}
