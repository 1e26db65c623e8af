import { RefreshCw, RotateCw, Send } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { eventNames } from '../../../shared/events.ts'
import * as texts from '../../texts/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import { TableToolbar } from '../../ui/table/table-toolbar.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { timeColumn } from '../../ui/table/time-column.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type DeliveryFilter, useDeliveries, useRedeliver } from './use-deliveries.ts'
import { type Delivery, deliveryStatuses, statusBadges } from './webhook-types.ts'

export interface DeliveriesProps {
  readonly webhookId: string
  readonly filter: DeliveryFilter
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly hrefOf: (delivery: Delivery) => string
  readonly onRedeliverAll: () => void
  readonly onTest: () => void
}

const statusOptions = [
  { value: '', label: texts.allDeliveries },
  ...deliveryStatuses.map((value) => ({ value, label: statusBadges[value].label })),
]
const eventOptions = [{ value: '', label: texts.allEvents }, ...eventNames.map((value) => ({ value, label: value }))]
const nothing = { status: undefined, event: undefined }

/** What was sent and how it ended, newest first. */
export function Deliveries({ webhookId, filter, onSearch, hrefOf, onRedeliverAll, onTest }: DeliveriesProps) {
  const list = useDeliveries(webhookId, filter)
  const { mutate: redeliver } = useRedeliver(webhookId)
  const columns = useMemo(() => deliveryColumns(hrefOf), [hrefOf])
  const actions = useCallback(
    (delivery: Delivery) => (
      <IconButton
        label={texts.redeliver(delivery.event)}
        icon={<RotateCw size={16} strokeWidth={1.75} />}
        size="sm"
        needs="manage"
        onClick={() => redeliver(delivery.id)}
      />
    ),
    [redeliver],
  )
  const isNarrowed = filter.status !== undefined || filter.event !== undefined
  return (
    <Card isFlush title={texts.deliveries}>
      <TableToolbar
        onSearch={onSearch}
        choices={[
          { name: 'status', label: texts.deliveryStatus, options: statusOptions, value: filter.status },
          { name: 'event', label: texts.event, options: eventOptions, value: filter.event },
        ]}
        count={list.total === undefined ? undefined : formatCount(list.total, 'delivery', 'deliveries')}
      >
        <Button icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />} onClick={list.onRetry}>
          {texts.refresh}
        </Button>
        <Button icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />} needs="manage" onClick={onRedeliverAll}>
          {texts.redeliverFailed}
        </Button>
      </TableToolbar>
      <Table
        label={texts.deliveries}
        columns={columns}
        {...list}
        actions={actions}
        filter={isNarrowed ? { text: texts.noDeliveriesMatchThese, onClear: () => onSearch(nothing) } : undefined}
        empty={
          <EmptyState
            icon={Send}
            title={texts.noDeliveriesYet}
            text={texts.deliveriesToThisWebhook}
            actions={
              <Button needs="manage" onClick={onTest}>
                {texts.sendTest}
              </Button>
            }
          />
        }
      />
    </Card>
  )
}

/** `hrefOf`: the page's address with this delivery open. */
function deliveryColumns(hrefOf: (delivery: Delivery) => string): readonly Column<Delivery>[] {
  return [
    {
      key: 'event',
      head: texts.event,
      width: 'minmax(0, 1.5fr)',
      card: 'title',
      cell: (delivery) => (
        <span className="flex min-w-0 items-center gap-2">
          <TextLink href={hrefOf(delivery)} className="min-h-6 truncate font-mono text-second">
            {delivery.event}
          </TextLink>
          {delivery.isTest && <Badge tone="info">{texts.test}</Badge>}
        </span>
      ),
    },
    { key: 'status', head: texts.status, width: '7.5rem', card: 'badges', cell: statusCell },
    { key: 'code', head: texts.code, width: 'minmax(0, 1.5fr)', card: 'details', cell: codeCell },
    { key: 'ms', head: texts.duration, width: '6rem', card: 'details', cell: msCell },
    {
      key: 'attempt',
      head: texts.attempt,
      width: '5.5rem',
      card: 'details',
      cell: ({ attempt, maxAttempts }) => <span className="tabular-nums">{texts.ofOf(attempt, maxAttempts)}</span>,
    },
    timeColumn('nextTryAt', texts.nextRetry, texts.none),
    timeColumn('createdAt', texts.created),
  ]
}

function statusCell({ status }: Delivery) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** The receiver's status code, else why there is none. */
function codeCell({ code, error }: Delivery) {
  if (code !== null) return <span className="tabular-nums">{code}</span>
  if (error === null) return <span className="text-fg-3">{texts.noneYet}</span>
  return <TruncatedText text={error} className="text-second text-bad" />
}

function msCell({ ms }: Delivery) {
  return ms === null ? (
    <span className="text-fg-3">{texts.none}</span>
  ) : (
    <span className="tabular-nums">{texts.ms(ms)}</span>
  )
}
