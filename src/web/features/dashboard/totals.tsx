import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { lengthOf, type Period, type PeriodSearch, periodIn, queryOf } from '../../common/period/period.ts'
import { PeriodPicker } from '../../common/period/period-picker.tsx'
import * as texts from '../../texts/dashboard.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import { formatCount, formatNumber } from '../../ui/text/format.ts'
import { compareFigures } from './compare-figures.ts'

export interface TotalsProps {
  /** From the address. */
  readonly search: PeriodSearch
  readonly onSearch: (search: PeriodSearch) => void
}

type TotalsReply = ApiReply<'GET /api/stats'>

/** The figures of all applications, beside those of the period before. */
export function Totals({ search, onSearch }: TotalsProps) {
  const period = periodIn(search)
  const query = queryOf(period)
  const { data, error } = useQuery({
    queryKey: applicationKeys.totals(query),
    queryFn: ({ signal }) => api('GET /api/stats', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="totals" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="totals" className="text-section font-semibold">
            {texts.totals}
          </h2>
          <p className="text-second text-fg-3">{data === undefined ? texts.loading : texts.time(data.zone)}</p>
        </div>
        <PeriodPicker value={period} onChange={onSearch} />
      </div>
      {error !== null && <p className="text-second text-bad">{error.message}</p>}
      {(error === null || data !== undefined) && <Figures totals={data} period={period} />}
    </section>
  )
}

function Figures({ totals, period }: { readonly totals: TotalsReply | undefined; readonly period: Period }) {
  const now = totals?.now
  const before = totals?.before
  const length = lengthOf(period, totals?.series.starts.length ?? 0)
  const compared = (name: 'signIns' | 'failed') =>
    now && before ? compareFigures(now[name], before[name], length) : undefined
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count))
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard
          label={texts.onlineText}
          value={shown(now?.online)}
          definition={texts.sessionsWithAHeartbeat}
          detail={texts.rightNow}
        />
        <StatCard label={texts.logins} value={shown(now?.signIns)} detail={compared('signIns')} />
        <StatCard
          label={texts.failed}
          value={shown(now?.failed)}
          definition={texts.loginsRejectedForAny}
          detail={compared('failed')}
        />
        <StatCard
          label={texts.expiring}
          value={shown(totals?.soon.users)}
          definition={texts.usersWhoCanLog}
          detail={totals && texts.usersInTheNext(totals.soon.licenses)}
        />
      </div>
      {now && (
        <p className="text-second text-fg-3 tabular-nums">
          {[
            ...(now.successRate === null ? [] : [texts.ofLoginsSucceeded(now.successRate)]),
            formatCount(now.registrations, 'registration'),
            texts.inTotal(now.apiRequests),
          ].join(' · ')}
        </p>
      )}
    </>
  )
}
