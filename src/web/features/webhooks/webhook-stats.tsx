import * as texts from '../../texts/webhooks.ts'
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
        label={texts.successRate}
        value={successRate === null ? 'None yet' : formatPercent(successRate)}
        definition={texts.attemptsOfTheLast}
      />
      <StatCard
        label={texts.attempts}
        value={formatNumber(successfulTries + failedTries)}
        definition={texts.inTheLast7Days}
        detail={texts.failedOf(failedTries)}
      />
      <StatCard
        label={texts.pendingText}
        value={pendingText(pendingCount)}
        definition={texts.deliveriesWaitingOrBeing}
      />
      <StatCard label={texts.events} value={`${events.length} of 12`} detail={events.join(', ')} />
    </div>
  )
}
