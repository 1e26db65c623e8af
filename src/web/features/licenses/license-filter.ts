import type { ApiInput } from '../../api/client.ts'
import * as texts from '../../texts/licenses.ts'
import { optionsOf } from '../../ui/form/options-of.ts'

type LicensesQuery = NonNullable<ApiInput<'GET /api/applications/:id/licenses'>['query']>
type Status = NonNullable<LicensesQuery['status']>
type LicenseSort = NonNullable<LicensesQuery['sort']>

const statuses: Readonly<Record<Status, string>> = {
  active: texts.active,
  full: texts.full,
  expired: texts.expired,
  inactive: texts.inactive,
  paused: texts.paused,
  banned: texts.banned,
}

export const statusOptions = optionsOf(statuses, texts.allKeysText)

/** What else narrows the list, as the address has it and as a sentence goes on: license keys `nobody uses`. */
const views = {
  week: { label: texts.text7DaysLeftOr, which: texts.with7DaysLeft, query: { expiresWithinDays: '7' } },
  unused: { label: texts.neverUsed, which: texts.withoutUsers, query: { isUsed: 'false' } },
  used: { label: texts.inUse, which: texts.withUsers, query: { isUsed: 'true' } },
} as const
type View = keyof typeof views

const viewNames = Object.keys(views) as View[]

export const viewOptions: readonly { readonly value: View | ''; readonly label: string }[] = [
  { value: '', label: texts.anyUseOrDate },
  ...viewNames.map((value) => ({ value, label: views[value].label })),
]

const sorts: ReadonlySet<string> = new Set(
  ['expiresAt', 'createdAt', 'currentUsers'].flatMap((key) => [`${key}:asc`, `${key}:desc`]),
)

export interface LicenseFilter {
  readonly q?: string | undefined
  readonly status?: Status | undefined
  readonly view?: View | undefined
  readonly sort?: LicenseSort | undefined
}

/** Parameters of the address that narrow the list; all of them go when the filters are cleared. */
export const noFilter = { q: undefined, status: undefined, view: undefined }

/** What a saved view keeps. */
export const parameters = [...Object.keys(noFilter), 'sort']

/** What of an address narrows or orders the licenses; words that mean nothing here are passed over. */
export function licenseFilter(search: Readonly<Record<string, string | undefined>>): LicenseFilter {
  return {
    q: search.q?.trim() || undefined,
    status: statusNames().find((status) => status === search.status),
    view: viewNames.find((view) => view === search.view),
    sort: isLicenseSort(search.sort) ? search.sort : undefined,
  }
}

/** The filter as the list and the export take it. */
export function licenseQuery({ view, ...rest }: LicenseFilter): LicensesQuery {
  return view === undefined ? rest : { ...rest, ...views[view].query }
}

/** The same filter as a change of many licenses takes it. */
export function licenseFilterBody(filter: LicenseFilter) {
  const { q, status, expiresWithinDays, isUsed } = licenseQuery(filter)
  return {
    q,
    status,
    ...(expiresWithinDays !== undefined && { expiresWithinDays: Number(expiresWithinDays) }),
    ...(isUsed !== undefined && { isUsed: isUsed === 'true' }),
  }
}

/** The filter in words, for an empty answer; undefined when nothing narrows the list. */
export function filterText({ q, status, view }: LicenseFilter): string | undefined {
  if (q === undefined && status === undefined && view === undefined) return undefined
  const parts = [status, texts.licenseKeys, view && views[view].which].filter(Boolean).join(' ')
  return q === undefined ? texts.no(parts) : texts.noMatch(parts, q)
}

function statusNames(): Status[] {
  return Object.keys(statuses) as Status[]
}

function isLicenseSort(sort: string | undefined): sort is LicenseSort {
  return sort !== undefined && sorts.has(sort)
}
