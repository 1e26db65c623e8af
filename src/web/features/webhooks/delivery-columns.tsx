import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { Column } from '../../ui/table-types.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { TruncatedText } from '../../ui/truncated-text.tsx'
import { type Delivery, statusBadges } from './webhook-types.ts'

/** `hrefOf`: the address of the same page with this delivery open. */
export function deliveryColumns(hrefOf: (delivery: Delivery) => string): readonly Column<Delivery>[] {
  return [
    {
      key: 'event',
      head: 'Event',
      width: 'minmax(0, 1.5fr)',
      card: 'title',
      cell: (delivery) => (
        <span className="flex min-w-0 items-center gap-2">
          <TextLink href={hrefOf(delivery)} className="min-h-6 truncate font-mono text-second">
            {delivery.event}
          </TextLink>
          {delivery.isTest && <Badge tone="info">Test</Badge>}
        </span>
      ),
    },
    { key: 'status', head: 'Status', width: '7.5rem', card: 'badges', cell: statusCell },
    { key: 'code', head: 'Code', width: 'minmax(0, 1.5fr)', card: 'details', cell: codeCell },
    { key: 'ms', head: 'Duration', width: '6rem', card: 'details', cell: msCell },
    {
      key: 'attempt',
      head: 'Attempt',
      width: '5.5rem',
      card: 'details',
      cell: ({ attempt, maxAttempts }) => <span className="tabular-nums">{`${attempt} of ${maxAttempts}`}</span>,
    },
    {
      key: 'nextTryAt',
      head: 'Next retry',
      width: '8rem',
      card: 'details',
      cell: ({ nextTryAt }) => <Time value={nextTryAt} none="None" />,
    },
    {
      key: 'createdAt',
      head: 'Created',
      width: '8rem',
      card: 'details',
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ]
}

function statusCell({ status }: Delivery) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** The receiver's code, else why there is none. */
function codeCell({ code, error }: Delivery) {
  if (code !== null) return <span className="tabular-nums">{code}</span>
  if (error === null) return <span className="text-fg-3">None yet</span>
  return <TruncatedText text={error} className="text-second text-bad" />
}

function msCell({ ms }: Delivery) {
  return ms === null ? (
    <span className="text-fg-3">None</span>
  ) : (
    <span className="tabular-nums">{`${formatNumber(ms)} ms`}</span>
  )
}
