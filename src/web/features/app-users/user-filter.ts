import type { ApiInput } from '../../api/client.ts'
import * as texts from '../../texts/app-users.ts'
import { optionsOf } from '../../ui/form/options-of.ts'

type UsersQuery = NonNullable<ApiInput<'GET /api/applications/:id/users'>['query']>
type Status = NonNullable<UsersQuery['status']>
type UserSort = NonNullable<UsersQuery['sort']>

/** User states in list order. A record, so the compiler catches a missing one. */
const statuses: Readonly<Record<Status, string>> = {
  active: texts.canLogIn,
  inactive: texts.inactive,
  paused: texts.paused,
  banned: texts.banned,
  expired: texts.expired,
}

export const statusOptions = optionsOf(statuses, texts.allUsers)

/** Further filters by their name in the address, as the end of a sentence: users `who never signed in`. */
const views = {
  never: { label: texts.neverLoggedIn, who: texts.whoNeverLoggedIn, query: { hasLoggedIn: 'false' } },
  'no-device': { label: texts.withoutADevice, who: texts.withoutADeviceText, query: { hasHwid: 'false' } },
  device: { label: texts.withADevice, who: texts.withADeviceText, query: { hasHwid: 'true' } },
  keys: { label: texts.licenseKeys, who: texts.whoLogInWithKey, query: { kind: 'license' } },
  week: { label: texts.ownExpiryIn7, who: texts.whoseOwnExpiryIs, days: 7 },
  month: { label: 'Own expiry in 30 days', who: 'whose own expiry is in 30 days', days: 30 },
} as const
type View = keyof typeof views

const viewNames = Object.keys(views) as View[]

export const viewOptions: readonly { readonly value: View | ''; readonly label: string }[] = [
  { value: '', label: texts.anyDeviceOrDate },
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

/** What a saved view keeps. */
export const parameters = [...Object.keys(noFilter), 'sort']

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
  const which = status === undefined ? 'users' : status === 'active' ? texts.usersWhoCanLog : texts.users(status)
  const parts = [
    which,
    view && views[view].who,
    licenseId !== undefined && texts.withThisLicense,
    isSpan && texts.whoseOwnExpiryIsIn,
  ]
  const words = parts.filter(Boolean).join(' ')
  return q === undefined ? texts.no(words) : texts.noMatch(words, q)
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
