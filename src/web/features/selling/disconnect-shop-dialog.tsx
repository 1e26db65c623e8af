import * as texts from '../../texts/shops.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { type Shop, useDisconnectShop } from './use-shops.ts'

export interface DisconnectShopDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
}

/** Asks before a shop's calls are refused. */
export function DisconnectShopDialog({ applicationId, shop, ...dialog }: DisconnectShopDialogProps) {
  const disconnect = useDisconnectShop(applicationId, shop.id, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.disconnectTitle}
      text={texts.disconnectText(shop.name)}
      needs="manage"
      confirmText={texts.disconnect}
      pendingText={texts.disconnecting}
      isPending={disconnect.isPending}
      onConfirm={() => disconnect.mutate(undefined)}
    />
  )
}
