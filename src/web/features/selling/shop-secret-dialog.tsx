import { shopProvider } from '../../../shared/shops.ts'
import * as texts from '../../texts/shops.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { PasteSecretDialog } from './paste-secret-dialog.tsx'
import { type Shop, type ShopWithSecret, useShopSecret } from './use-shops.ts'

export interface ShopSecretDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
  readonly onMade: (shop: ShopWithSecret) => void
}

/** A new signing secret: made here, or copied from the shop. */
export function ShopSecretDialog(props: ShopSecretDialogProps) {
  return shopProvider(props.shop.provider).secret === 'made' ? (
    <MakeSecret {...props} />
  ) : (
    <PasteSecretDialog {...props} title={texts.secretTitle} description={texts.pastedText} onSaved={props.onClose} />
  )
}

function MakeSecret({ applicationId, shop, onMade, ...dialog }: ShopSecretDialogProps) {
  const make = useShopSecret(applicationId, shop.id, { onReply: onMade, onDone: dialog.onClose })
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.secretTitle}
      text={texts.newSecretText}
      tone="primary"
      needs="manage"
      confirmText={texts.makeSecret}
      pendingText={texts.saving}
      isPending={make.isPending}
      onConfirm={() => make.mutate({})}
    />
  )
}
