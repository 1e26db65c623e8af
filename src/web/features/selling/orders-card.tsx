import { ShoppingCart } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { orderStatuses, shopProvider } from '../../../shared/shops.ts'
import * as texts from '../../texts/orders.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { optionsOf } from '../../ui/form/options-of.ts'
import { Table } from '../../ui/table/table.tsx'
import { TableToolbar } from '../../ui/table/table-toolbar.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { timeColumn } from '../../ui/table/time-column.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { orderTones } from './order-tones.ts'
import { type Order, useOrders } from './use-shops.ts'

const OrderDrawer = lazyDialog(async () => (await import('./order-drawer.tsx')).OrderDrawer)

export interface OrdersCardProps {
  readonly applicationId: number
}

type Search = Readonly<Record<string, string | undefined>>

const statusOptions = optionsOf(texts.statuses, texts.anyStatus)
const noFilter = { q: undefined, status: undefined }

/** The orders of all shops, the newest first. */
export function OrdersCard({ applicationId }: OrdersCardProps) {
  const [search, setSearch] = useState<Search>(noFilter)
  const onSearch = useCallback((change: Search) => setSearch((old) => ({ ...old, ...change })), [])
  const q = search.q?.trim()
  const status = orderStatuses.find((each) => each === search.status)
  const orders = useOrders(applicationId, { ...(q && { q }), ...(status && { status }) })
  const opened = useDialogValue<Order>()
  const columns = useMemo(() => columnsOf(opened.open), [opened.open])
  const isNarrowed = Boolean(q) || status !== undefined
  return (
    <Card title={texts.title} description={texts.description} isFlush>
      <TableToolbar
        onSearch={onSearch}
        search={{ label: texts.search, placeholder: texts.searchPlaceholder, q }}
        choices={[{ name: 'status', label: texts.status, options: statusOptions, value: status }]}
      />
      <Table
        label={texts.title}
        columns={columns}
        {...orders}
        onOpen={opened.open}
        selectedKey={opened.dialog.isOpen ? opened.value?.id : undefined}
        filter={isNarrowed ? { text: texts.noMatch, onClear: () => onSearch(noFilter) } : undefined}
        empty={<EmptyState icon={ShoppingCart} title={texts.none} text={texts.noneText} />}
      />
      {opened.value && <OrderDrawer applicationId={applicationId} order={opened.value} {...opened.dialog} />}
    </Card>
  )
}

const columnsOf = (onOpen: (order: Order) => void): readonly Column<Order>[] => [
  {
    key: 'orderRef',
    head: texts.order,
    width: 'minmax(0, 1.6fr)',
    card: 'title',
    cell: (order) => (
      <button
        type="button"
        className="block min-h-6 max-w-full truncate rounded-control text-left underline-offset-4 hover:underline"
        onClick={() => onOpen(order)}
      >
        <code className="text-second">{order.orderRef}</code>
      </button>
    ),
  },
  {
    key: 'status',
    head: texts.status,
    width: '9rem',
    card: 'badges',
    cell: ({ status, isTest }) => (
      <span className="flex gap-1">
        <Badge tone={orderTones[status]}>{texts.statuses[status]}</Badge>
        {isTest && <Badge tone="info">{texts.test}</Badge>}
      </span>
    ),
  },
  {
    key: 'email',
    head: texts.email,
    width: 'minmax(0, 1.4fr)',
    card: 'details',
    cell: ({ email }) =>
      email === null ? <span className="text-fg-3">{texts.unknown}</span> : <TruncatedText text={email} />,
  },
  {
    key: 'product',
    head: texts.product,
    width: 'minmax(0, 1.2fr)',
    card: 'details',
    cell: ({ product, quantity }) =>
      product === null ? (
        <span className="text-fg-3">{texts.unknown}</span>
      ) : (
        <TruncatedText text={quantity > 1 ? `${quantity} × ${product}` : product} />
      ),
  },
  {
    key: 'shop',
    head: texts.shop,
    width: 'minmax(0, 1fr)',
    card: 'details',
    cell: ({ shop }) => <TruncatedText text={shop.name || shopProvider(shop.provider).name} />,
  },
  timeColumn('createdAt', texts.created),
]
