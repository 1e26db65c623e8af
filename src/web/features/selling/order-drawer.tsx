import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/orders.ts'
import { Badge } from '../../ui/badge.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { type Description, DescriptionList } from '../../ui/text/description-list.tsx'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { orderTones } from './order-tones.ts'
import { type Order, useOrder } from './use-shops.ts'

export interface OrderDrawerProps extends DialogState {
  readonly applicationId: number
  readonly order: Order
}

/** One order with its license keys. */
export function OrderDrawer({ applicationId, order: listed, isOpen, onClose }: OrderDrawerProps) {
  const { data, error, refetch, isRefetching } = useOrder(applicationId, listed.id)
  const order = data ?? listed
  const { status, isTest, isPartlyRefunded } = order
  return (
    <Drawer
      {...{ isOpen, onClose }}
      title={<code className="text-body wrap-anywhere">{order.orderRef}</code>}
      header={
        <>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge tone={orderTones[status]}>{texts.statuses[status]}</Badge>
            {isTest && <Badge tone="info">{texts.test}</Badge>}
            {isPartlyRefunded && <Badge tone="warn">{texts.partlyRefunded}</Badge>}
          </div>
          <p className="mt-1.5 text-second text-fg-2">{texts.meanings[status]}</p>
        </>
      }
    >
      <section aria-label={texts.keys} className="flex flex-col gap-3">
        <h3 className="font-semibold">{texts.keys}</h3>
        {data !== undefined ? (
          <Keys applicationId={applicationId} licenses={data.licenses} />
        ) : error === null ? (
          <Skeleton className="h-11" />
        ) : (
          <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
        )}
      </section>
      <DescriptionList items={factsOf(order)} />
    </Drawer>
  )
}

interface KeysProps {
  readonly applicationId: number
  readonly licenses: readonly { readonly id: number; readonly licenseKey: string }[]
}

function Keys({ applicationId, licenses }: KeysProps) {
  if (licenses.length === 0) return <p className="text-fg-2">{texts.noKeys}</p>
  return (
    <ul className="flex flex-col gap-3">
      {licenses.map(({ id, licenseKey }) => (
        <li key={id} className="flex flex-col items-start gap-1">
          <CopyableText text={licenseKey} what={texts.licenseKey} />
          <TextLink
            href={`/app/${applicationId}?section=licenses&license=${id}`}
            className="text-second"
            aria-label={`${texts.showLicense} ${licenseKey}`}
          >
            {texts.showLicense}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

function factsOf(order: Order): readonly Description[] {
  const { shop, itemRef, product, quantity, email, subscription, periodEnd, createdAt } = order
  const text = (value: string) => <bdi className="wrap-anywhere">{value}</bdi>
  return [
    { label: texts.shop, value: text(shop.name) },
    { label: texts.product, value: product === null ? texts.unknown : text(product) },
    ...(itemRef === '' ? [] : [{ label: texts.item, value: text(itemRef) }]),
    { label: texts.quantity, value: quantity },
    { label: texts.email, value: email === null ? texts.unknown : text(email) },
    ...(subscription === null ? [] : [{ label: texts.subscription, value: text(subscription) }]),
    ...(periodEnd === null ? [] : [{ label: texts.accessUntil, value: <Time value={periodEnd} show="date-time" /> }]),
    { label: texts.created, value: <Time value={createdAt} show="date-time" /> },
  ]
}
