import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { type SignInEvent, signInEvents } from './sign-in-events.ts'

const seriesKey = 'GET /api/applications/:id/stats/events'
const expiriesKey = 'GET /api/applications/:id/stats/expiries'

export type Series = ApiReply<typeof seriesKey>
export type SeriesRange = Series['range']

/** Labels for legend and table. */
export const signInNames: Readonly<Record<SignInEvent, string>> = {
  user_login: 'Signed in',
  login_failed: 'Wrong credentials',
  hwid_mismatch: 'Other machine',
  account_expired: 'Expired',
  account_disabled: 'Disabled, paused or banned',
  version_mismatch: 'Old version',
  login_blocked_ip: 'IP blacklisted',
  login_blocked_username: 'Name blacklisted',
  login_blocked_hwid: 'HWID blacklisted',
}

export const seriesRanges: readonly { readonly value: SeriesRange; readonly label: string }[] = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
  { value: '90d', label: '90 d' },
]

/** One hour or day of the chart. */
export type SignInStep = Readonly<Record<SignInEvent, number>> & {
  /** Its start, ISO. */
  readonly start: string
}

/** Sign-ins per hour or day and outcome. */
export function useSeries(id: number, range: SeriesRange) {
  return useQuery({
    queryKey: applicationKeys.signIns(id, range),
    queryFn: ({ signal }) => api(seriesKey, { params: { id: String(id) }, query: { range } }, { signal }),
  })
}

/** How many users and licenses expire on each coming day. */
export function useExpiries(id: number) {
  return useQuery({
    queryKey: applicationKeys.expiries(id),
    queryFn: ({ signal }) => api(expiriesKey, { params: { id: String(id) } }, { signal }),
  })
}

/** Turns one list per event into one record per hour or day. */
export function stepsOf({ starts, events }: Series): readonly SignInStep[] {
  const counts = new Map<string, readonly number[]>(events.map((row) => [row.event, row.counts]))
  return starts.map((start, index) => {
    const step = signInEvents.map((event) => [event, counts.get(event)?.[index] ?? 0] as const)
    return { start, ...(Object.fromEntries(step) as Record<SignInEvent, number>) }
  })
}

/** Total of each outcome. */
export function totalsOf(steps: readonly SignInStep[]): Readonly<Record<SignInEvent, number>> {
  const sums = signInEvents.map((event) => [event, steps.reduce((sum, step) => sum + step[event], 0)] as const)
  return Object.fromEntries(sums) as Record<SignInEvent, number>
}

const hourStyle = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const dayStyle = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Nov 20`, or `3 PM`: days are UTC, hours are in the viewer's zone. */
export function stepName(start: string, step: Series['step']): string {
  return (step === 'hour' ? hourStyle : dayStyle).format(new Date(start))
}
