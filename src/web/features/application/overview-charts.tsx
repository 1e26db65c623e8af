import { ExpiriesCard } from './expiries-card.tsx'
import { SignInsCard, type SignInsCardProps } from './sign-ins-card.tsx'

/** Sign-ins of the past and coming expiries. */
export function OverviewCharts(props: SignInsCardProps) {
  return (
    <div className="grid gap-4 sm:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SignInsCard {...props} />
      <ExpiriesCard id={props.id} />
    </div>
  )
}
