import { RefreshCw, RotateCw, Send } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
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
  { value: '', label: 'All deliveries' },
  ...deliveryStatuses.map((value) => ({ value, label: statusBadges[value].label })),
]
const eventOptions = [{ value: '', label: 'All events' }, ...eventNames.map((value) => ({ value, label: value }))]
const nothing = { status: undefined, event: undefined }

/** What was sent and what became of it, newest first. */
export function Deliveries({ webhookId, filter, onSearch, hrefOf, onRedeliverAll, onTest }: DeliveriesProps) {
  const list = useDeliveries(webhookId, filter)
  const { mutate: redeliver } = useRedeliver(webhookId)
  const columns = useMemo(() => deliveryColumns(hrefOf), [hrefOf])
  const actions = useCallback(
    (delivery: Delivery) => (
      <IconButton
        label={`Redeliver ${delivery.event}`}
        icon={<RotateCw size={16} strokeWidth={1.75} />}
        size="sm"
        onClick={() => redeliver(delivery.id)}
      />
    ),
    [redeliver],
  )
  const isNarrowed = filter.status !== undefined || filter.event !== undefined
  return (
    <Card isFlush title="Deliveries">
      <TableToolbar
        onSearch={onSearch}
        choices={[
          { name: 'status', label: 'Delivery status', options: statusOptions, value: filter.status },
          { name: 'event', label: 'Event', options: eventOptions, value: filter.event },
        ]}
        count={list.total === undefined ? undefined : formatCount(list.total, 'delivery', 'deliveries')}
      >
        <Button icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />} onClick={list.onRetry}>
          Refresh
        </Button>
        <Button icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />} onClick={onRedeliverAll}>
          Redeliver Failed
        </Button>
      </TableToolbar>
      <Table
        label="Deliveries"
        columns={columns}
        {...list}
        actions={actions}
        filter={isNarrowed ? { text: 'No deliveries for this choice.', onClear: () => onSearch(nothing) } : undefined}
        empty={
          <EmptyState
            icon={<Send strokeWidth={1.75} aria-hidden />}
            title="Nothing sent yet"
            text="What is sent to this webhook appears here with its answer."
            actions={<Button onClick={onTest}>Send Test</Button>}
          />
        }
      />
    </Card>
  )
}
