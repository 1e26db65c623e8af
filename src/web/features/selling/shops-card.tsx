import { Plus, Store } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/shops.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialog, useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ShownShop } from './shop-address-dialog.tsx'
import { ShopRow } from './shop-row.tsx'
import { type ListedShop, type Shop, useShops } from './use-shops.ts'

const ConnectShopDialog = lazyDialog(async () => (await import('./connect-shop-dialog.tsx')).ConnectShopDialog)
const ShopAddressDialog = lazyDialog(async () => (await import('./shop-address-dialog.tsx')).ShopAddressDialog)
const ShopProductsDialog = lazyDialog(async () => (await import('./shop-products-dialog.tsx')).ShopProductsDialog)
const ShopCallsDialog = lazyDialog(async () => (await import('./shop-calls-dialog.tsx')).ShopCallsDialog)
const ShopSecretDialog = lazyDialog(async () => (await import('./shop-secret-dialog.tsx')).ShopSecretDialog)
const ShopSettingsDialog = lazyDialog(async () => (await import('./shop-settings-dialog.tsx')).ShopSettingsDialog)
const DisconnectShopDialog = lazyDialog(async () => (await import('./disconnect-shop-dialog.tsx')).DisconnectShopDialog)

export interface ShopsCardProps {
  readonly applicationId: number
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The shops that tell of orders. */
export function ShopsCard({ applicationId }: ShopsCardProps) {
  const { data: shops, error, refetch, isRefetching } = useShops(applicationId)
  const connecting = useDialog()
  const address = useDialogValue<ShownShop>()
  const products = useDialogValue<Shop>()
  const connectButton = (
    <Button variant="primary" icon={<Plus {...icon} />} needs="manage" onClick={connecting.open}>
      {texts.connect}
    </Button>
  )
  const hasSome = shops !== undefined && shops.length > 0
  return (
    <Card title={texts.title} description={texts.description} actions={hasSome && connectButton} isFlush>
      {hasSome ? (
        <Shops {...{ applicationId, address, products }} shops={shops} />
      ) : shops !== undefined ? (
        <EmptyState icon={Store} title={texts.none} text={texts.noneText} actions={connectButton} />
      ) : error === null ? (
        <Skeleton className="m-4 h-40" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
      <ConnectShopDialog
        applicationId={applicationId}
        onConnected={({ secret, ...shop }) => address.open({ shop, secret })}
        {...connecting.dialog}
      />
      {address.value && (
        <ShopAddressDialog {...{ applicationId }} {...address.value} onProducts={products.open} {...address.dialog} />
      )}
      {products.value && (
        <ShopProductsDialog applicationId={applicationId} shop={products.value} {...products.dialog} />
      )}
    </Card>
  )
}

interface ShopsProps extends ShopsCardProps {
  readonly shops: readonly ListedShop[]
  readonly address: { readonly open: (shown: ShownShop) => void }
  readonly products: { readonly open: (shop: Shop) => void }
}

function Shops({ applicationId, shops, address, products }: ShopsProps) {
  const calls = useDialogValue<Shop>()
  const secret = useDialogValue<Shop>()
  const settings = useDialogValue<Shop>()
  const leaving = useDialogValue<Shop>()
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {shops.map((shop) => (
          <ShopRow
            key={shop.id}
            shop={shop}
            onProducts={() => products.open(shop)}
            onCalls={() => calls.open(shop)}
            onAddress={() => address.open({ shop, secret: null })}
            onSecret={() => secret.open(shop)}
            onSettings={() => settings.open(shop)}
            onDisconnect={() => leaving.open(shop)}
          />
        ))}
      </ul>
      {calls.value && <ShopCallsDialog applicationId={applicationId} shop={calls.value} {...calls.dialog} />}
      {secret.value && (
        <ShopSecretDialog
          applicationId={applicationId}
          shop={secret.value}
          onMade={({ secret: made, ...shop }) => made !== null && address.open({ shop, secret: made })}
          {...secret.dialog}
        />
      )}
      {settings.value && (
        <ShopSettingsDialog applicationId={applicationId} shop={settings.value} {...settings.dialog} />
      )}
      {leaving.value && <DisconnectShopDialog applicationId={applicationId} shop={leaving.value} {...leaving.dialog} />}
    </>
  )
}
