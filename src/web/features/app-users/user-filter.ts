import type { ApiInput } from '../../api/client.ts'

type UsersQuery = NonNullable<ApiInput<'GET /api/applications/:id/users'>['query']>
type Status = NonNullable<UsersQuery['status']>
type UserSort = NonNullable<UsersQuery['sort']>

/** User states in list order. A record, so the compiler catches a missing one. */
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

/** Further filters by their name in the address, as the end of a sentence: users `who never signed in`. */
const views = {
  never: { label: 'Never signed in', who: 'who never signed in', query: { hasLoggedIn: 'false' } },
  'no-device': { label: 'Without a device', who: 'without a device', query: { hasHwid: 'false' } },
  device: { label: 'With a device', who: 'with a device', query: { hasHwid: 'true' } },
  keys: { label: 'License keys', who: 'who sign in with a license key alone', query: { kind: 'license' } },
  week: { label: 'Own expiry in 7 days', who: 'whose own expiry is in 7 days', days: 7 },
  month: { label: 'Own expiry in 30 days', who: 'whose own expiry is in 30 days', days: 30 },
} as const
type View = keyof typeof views

const viewNames = Object.keys(views) as View[]

export const viewOptions: readonly { readonly value: View | ''; readonly label: string }[] = [
  { value: '', label: 'Any device or date' },
  ...viewNames.map((value) => ({ value, label: views[value].label })),
]

const sorts: ReadonlySet<string> = new Set(
  ['username', 'expiresAt', 'lastLogin', 'createdAt'].flatMap((key) => [`${key}:asc`, `${key}:desc`]),
)

export interface UserFilter {
  readonly q?: string | undefined
  readonly status?: Status | undefined
  readonly view?: View | undefined
  /** ID of the license. */
  readonly licenseId?: string | undefined
  /** The user's own expiry: from (inclusive) and before. */
  readonly expiresFrom?: string | undefined
  readonly expiresTo?: string | undefined
  readonly sort?: UserSort | undefined
}

/** Search parameters that Clear filters removes. */
export const noFilter = {
  q: undefined,
  status: undefined,
  view: undefined,
  license: undefined,
  expiresFrom: undefined,
  expiresTo: undefined,
}

/** Filter and order in an address; unknown words are ignored. */
export function userFilter(search: Readonly<Record<string, string | undefined>>): UserFilter {
  return {
    q: search.q?.trim() || undefined,
    status: statusNames().find((status) => status === search.status),
    view: viewNames.find((view) => view === search.view),
    licenseId: /^[1-9]\d{0,14}$/.test(search.license ?? '') ? search.license : undefined,
    expiresFrom: momentOf(search.expiresFrom),
    expiresTo: momentOf(search.expiresTo),
    sort: isUserSort(search.sort) ? search.sort : undefined,
  }
}

/**
 * The filter for list and export. Time spans start at the full hour, so the query key stays the same when the page
 * renders again.
 */
export function userQuery({ view, ...rest }: UserFilter, now = new Date()): UsersQuery {
  if (view === undefined) return rest
  const chosen = views[view]
  return 'query' in chosen ? { ...rest, ...chosen.query } : { ...rest, ...nextDays(chosen.days, now) }
}

/** The same filter for a bulk action. */
export function userFilterBody(filter: UserFilter, now = new Date()) {
  const { sort: _, hasHwid, hasLoggedIn, licenseId, ...rest } = userQuery(filter, now)
  return {
    ...rest,
    ...(hasHwid !== undefined && { hasHwid: hasHwid === 'true' }),
    ...(hasLoggedIn !== undefined && { hasLoggedIn: hasLoggedIn === 'true' }),
    ...(licenseId !== undefined && { licenseId: Number(licenseId) }),
  }
}

/** The filter as text, for an empty result; undefined without a filter. */
export function filterText({ q, status, view, licenseId, expiresFrom, expiresTo }: UserFilter): string | undefined {
  const isSpan = expiresFrom !== undefined || expiresTo !== undefined
  if (![q, status, view, licenseId].some(Boolean) && !isSpan) return undefined
  const which = status === undefined ? 'users' : status === 'active' ? 'users who can sign in' : `${status} users`
  const parts = [
    which,
    view && views[view].who,
    licenseId !== undefined && 'with this license',
    isSpan && 'whose own expiry is in this span',
  ]
  const words = parts.filter(Boolean).join(' ')
  return q === undefined ? `There are no ${words}.` : `No ${words} match “${q}”.`
}

const hourMs = 3_600_000

function nextDays(days: number, now: Date) {
  const from = Math.floor(now.getTime() / hourMs) * hourMs
  return { expiresFrom: new Date(from).toISOString(), expiresTo: new Date(from + days * 24 * hourMs).toISOString() }
}

function momentOf(text: string | undefined): string | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function statusNames(): Status[] {
  return Object.keys(statuses) as Status[]
}

function isUserSort(sort: string | undefined): sort is UserSort {
  return sort !== undefined && sorts.has(sort)
}
