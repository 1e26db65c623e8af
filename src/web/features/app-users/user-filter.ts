import type { ApiInput } from '../../api/client.ts'

type UsersQuery = NonNullable<ApiInput<'GET /api/applications/:id/users'>['query']>
type Status = NonNullable<UsersQuery['status']>
type UserSort = NonNullable<UsersQuery['sort']>

/** The states one can look for, in the order of the list. A record, so that a new one of the contract is missed here. */
const statuses: Readonly<Record<Status, string>> = {
  active: 'Can sign in',
  inactive: 'Inactive',
  paused: 'Paused',
  banned: 'Banned',
  expired: 'Expired',
}

export const statusOptions: readonly { readonly value: Status | ''; readonly label: string }[] = [
  { value: '', label: 'All users' },
  ...statusNames().map((value) => ({ value, label: statuses[value] })),
]

const sorts: ReadonlySet<string> = new Set(
  ['username', 'expiresAt', 'lastLogin'].flatMap((key) => [`${key}:asc`, `${key}:desc`]),
)

export interface UserFilter {
  readonly q: string | undefined
  readonly status: Status | undefined
  readonly sort: UserSort | undefined
}

/** What of an address narrows or orders the users; words that mean nothing here are passed over. */
export function userFilter(search: Readonly<Record<string, string | undefined>>): UserFilter {
  return {
    q: search.q?.trim() || undefined,
    status: statusNames().find((status) => status === search.status),
    sort: isUserSort(search.sort) ? search.sort : undefined,
  }
}

/** The filter in words, for an empty answer; undefined when nothing narrows the list. */
export function filterText({ q, status }: UserFilter): string | undefined {
  if (q === undefined && status === undefined) return undefined
  const which = status === undefined ? 'users' : status === 'active' ? 'users who can sign in' : `${status} users`
  return q === undefined ? `There are no ${which}.` : `No ${which} match “${q}”.`
}

function statusNames(): Status[] {
  return Object.keys(statuses) as Status[]
}

function isUserSort(sort: string | undefined): sort is UserSort {
  return sort !== undefined && sorts.has(sort)
}
