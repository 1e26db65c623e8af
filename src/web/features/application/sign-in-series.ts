import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SignInEvent, signInEvents } from '../../../shared/events.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { type Period, queryOf } from '../../common/period/period.ts'
import * as texts from '../../texts/application.ts'
import { shownTimeZone } from '../../ui/text/format.ts'

const seriesKey = 'GET /api/applications/:id/stats/events'
const expiriesKey = 'GET /api/applications/:id/stats/expiries'

export type Series = ApiReply<typeof seriesKey>

/** Labels for legend and table. */
export const signInNames: Readonly<Record<SignInEvent, string>> = {
  user_login: texts.loggedIn,
  login_failed: texts.wrongCredentials,
  hwid_mismatch: texts.otherDevice,
  account_expired: texts.expired,
  account_disabled: texts.disabledPausedOrBanned,
  version_mismatch: texts.oldVersion,
  login_blocked_ip: texts.ipBlacklisted,
  login_blocked_username: texts.usernameBlacklisted,
  login_blocked_hwid: texts.hwidBlacklisted,
}

/** One hour or day of the chart. */
export type SignInStep = Readonly<Record<SignInEvent, number>> & {
  /** Its start, ISO. */
  readonly start: string
}

/** Sign-ins per hour or day and outcome. */
export function useSeries(id: number, period: Period) {
  const query = queryOf(period)
  return useQuery({
    queryKey: applicationKeys.signIns(id, query),
    queryFn: ({ signal }) => api(seriesKey, { params: { id: String(id) }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many users and licenses expire on each coming day. */
export function useExpiries(id: number) {
  const query = { zone: shownTimeZone() }
  return useQuery({
    queryKey: applicationKeys.expiries(id, query),
    queryFn: ({ signal }) => api(expiriesKey, { params: { id: String(id) }, query }, { signal }),
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

/** Names of the steps in the zone of their days: `Nov 20`, or `3 PM`. */
export function stepNames({ step, zone }: Pick<Series, 'step' | 'zone'>): (start: string) => string {
  const shown = step === 'hour' ? ({ hour: 'numeric' } as const) : ({ month: 'short', day: 'numeric' } as const)
  const style = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...shown })
  return (start) => style.format(new Date(start))
}

/** The outcomes that happened, in their order; of the others nothing is drawn or listed. */
export function seenOf(totals: Readonly<Record<SignInEvent, number>>): readonly SignInEvent[] {
  return signInEvents.filter((event) => totals[event] > 0)
}
