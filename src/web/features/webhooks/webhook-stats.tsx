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
        definition="Tries of the last 7 days that were answered with 2xx."
      />
      <StatCard
        label="Tries"
        value={formatNumber(successfulTries + failedTries)}
        definition="In the last 7 days, retries included."
        detail={`${formatNumber(failedTries)} failed`}
      />
      <StatCard
        label="Pending"
        value={pendingText(pendingCount)}
        definition="Deliveries that wait, or are tried again. They pile up when the receiver is behind."
      />
      <StatCard label="Events" value={`${events.length} of 12`} detail={events.join(', ')} />
    </div>
  )
}
