import { RefreshCw, RotateCw, Send } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 pb-3 sm:px-4">
        <Select
          aria-label="Delivery status"
          className="max-sm:grow"
          options={statusOptions}
          value={filter.status ?? ''}
          onChange={(status) => onSearch({ status: status || undefined })}
        />
        <Select
          aria-label="Event"
          className="max-sm:grow"
          options={eventOptions}
          value={filter.event ?? ''}
          onChange={(event) => onSearch({ event: event || undefined })}
        />
        <p role="status" className="text-second text-fg-3 tabular-nums">
          {list.total !== undefined && formatCount(list.total, 'delivery', 'deliveries')}
        </p>
        <div className="ml-auto flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />} onClick={list.onRetry}>
            Refresh
          </Button>
          <Button icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />} onClick={onRedeliverAll}>
            Redeliver Failed
          </Button>
        </div>
      </div>
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
