import { type PeriodSearch, periodIn } from '../../common/period/period.ts'
import { ExpiriesCard } from './expiries-card.tsx'
import { SignInsCard, type SignInsCardProps } from './sign-ins-card.tsx'

interface OverviewChartsProps extends Omit<SignInsCardProps, 'period'> {
  /** From the address. */
  readonly search: PeriodSearch
}

/** Sign-ins of the past and coming expiries. */
export function OverviewCharts({ search, ...props }: OverviewChartsProps) {
  return (
    <div className="grid gap-4 sm:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SignInsCard {...props} period={periodIn(search)} />
      <ExpiriesCard id={props.id} />
    </div>
  )
}
