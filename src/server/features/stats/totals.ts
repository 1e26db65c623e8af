import { slicesOf } from '../../lib/slices.ts'
import { hourMs, type TotalName, type TotalsAt, totalNames } from '../../store/activity/event-counts.ts'
import type { StoreSet } from '../../store/index.ts'
import { countBetween, type ReadCounts } from './count-between.ts'
import { type Period, type PeriodQuery, periodOf, startBefore } from './period.ts'

type TotalsStores = Pick<StoreSet, 'eventCounts' | 'clientSessions' | 'counters' | 'activeCounts'>

/** Expiries of the next seven days. */
const soonHours = 7 * 24

/** Few statements for an account with fifty applications, and none that reads for long. */
const applicationsPerRead = 25

/** The figures of several applications over a period, beside those of the equally long period before. */
export async function totalsOf(stores: TotalsStores, applicationIds: readonly number[], query: PeriodQuery, now: Date) {
  const [counted, soon, online, summaries] = await Promise.all([
    count(stores, applicationIds, query, now),
    stores.activeCounts.soon(applicationIds, now, soonHours),
    Promise.all(applicationIds.map((id) => stores.clientSessions.countLive(id, now))),
    Promise.all(applicationIds.map((id) => stores.counters.summary(id, now))),
  ])
  const { period, hasBefore, counts } = counted
  const { range: _, bounds, step, ...shown } = period
  const starts = bounds.slice(0, -1).map((hour) => new Date(hour * hourMs))
  const of = (name: TotalName) => {
    const [before = 0, ...steps] = [...(hasBefore ? [] : [0]), ...(counts.get(name) ?? [])]
    return { before, steps: starts.map((_, index) => steps[index] ?? 0) }
  }
  const [signIns, failed, registrations] = [of('signIns'), of('failed'), of('registrations')]
  return {
    ...shown,
    now: {
      ...figures(sum(signIns.steps), sum(failed.steps), sum(registrations.steps)),
      online: sum(online),
      apiRequests: sum(summaries.map(({ totalApiRequests }) => totalApiRequests)),
    },
    before: hasBefore ? figures(signIns.before, failed.before, registrations.before) : null,
    soon,
    series: { step, starts, signIns: signIns.steps, failed: failed.steps, registrations: registrations.steps },
  }
}

interface Counted {
  readonly period: Period
  /** The first span is the period before. */
  readonly hasBefore: boolean
  readonly counts: ReadonlyMap<TotalName, readonly number[]>
}

/** In the zone that is asked for and with the period before, as far as the counts are kept. */
async function count(
  stores: TotalsStores,
  applicationIds: readonly number[],
  query: PeriodQuery,
  now: Date,
): Promise<Counted> {
  const nowHour = Math.floor(now.getTime() / hourMs)
  const read: ReadCounts<TotalName> = async (step, places, width) => {
    const sums = new Map<number, Record<TotalName, number>>()
    const readSome = async (ids: readonly number[]) =>
      addTo(sums, await stores.eventCounts.totals(ids, step, places, width))
    await Promise.all(slicesOf(applicationIds, applicationsPerRead).map(readSome))
    return [...sums].flatMap(([at, sum]) => totalNames.map((name) => ({ name, at, count: sum[name] })))
  }
  for (const zone of new Set([query.zone ?? 'UTC', 'UTC'])) {
    const period = periodOf(query, now, zone)
    const before = startBefore(period, now)
    const withBefore = before !== undefined && (await countBetween(read, [before, ...period.bounds], nowHour))
    if (withBefore) return { period, hasBefore: true, counts: withBefore }
    const alone = await countBetween(read, period.bounds, nowHour)
    if (alone) return { period, hasBefore: false, counts: alone }
  }
  throw new Error('Days of UTC are counted from days alone')
}

/** Adds the counts of some applications to those of the others, as they arrive. */
function addTo(sums: Map<number, Record<TotalName, number>>, counts: readonly TotalsAt[]): void {
  for (const { at, ...count } of counts) {
    const sum = sums.get(at)
    if (sum === undefined) sums.set(at, count)
    else for (const name of totalNames) sum[name] += count[name]
  }
}

function figures(signIns: number, failed: number, registrations: number) {
  const decided = signIns + failed
  return {
    signIns,
    failed,
    successRate: decided === 0 ? null : Math.round((signIns / decided) * 1000) / 10,
    registrations,
  }
}

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0)
