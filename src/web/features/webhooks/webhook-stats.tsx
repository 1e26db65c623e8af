import { StatCard } from '../../ui/stat-card.tsx'
import { formatNumber, formatPercent } from '../../ui/text/format.ts'
import { pendingText } from './webhook-columns.tsx'
import type { Webhook } from './webhook-types.ts'

/** Numbers about a receiver's health. */
export function WebhookStats({ webhook }: { readonly webhook: Webhook }) {
  const { successRate, successfulTries, failedTries, pendingCount, events } = webhook
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Success Rate"
        value={successRate === null ? 'None yet' : formatPercent(successRate)}
        definition="Attempts of the last 7 days with a 2xx response."
      />
      <StatCard
        label="Attempts"
        value={formatNumber(successfulTries + failedTries)}
        definition="In the last 7 days, retries included."
        detail={`${formatNumber(failedTries)} failed`}
      />
      <StatCard
        label="Pending"
        value={pendingText(pendingCount)}
        definition="Deliveries waiting or being retried. A growing number means the endpoint is falling behind."
      />
      <StatCard label="Events" value={`${events.length} of 12`} detail={events.join(', ')} />
    </div>
  )
}
