import { shopProvider } from '../../../shared/shops.ts'
import * as texts from '../../texts/shops.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { PasteSecretDialog } from './paste-secret-dialog.tsx'
import type { Shop } from './use-shops.ts'

/** A shop, and its secret where it was made a moment ago. */
export interface ShownShop {
  readonly shop: Shop
  readonly secret: string | null
}

export interface ShopAddressDialogProps extends DialogState, ShownShop {
  readonly applicationId: number
  readonly onProducts: (shop: Shop) => void
}

/** Where a shop sends its calls and what to do there; a new secret, once, or the field for the one that it made. */
export function ShopAddressDialog({ applicationId, shop, secret, onProducts, ...state }: ShopAddressDialogProps) {
  const goOn = () => {
    state.onClose()
    onProducts(shop)
  }
  const needsProducts = shop.products.length === 0
  if (shopProvider(shop.provider).secret === 'pasted' && !shop.hasSecret) {
    return (
      <PasteSecretDialog
        {...{ applicationId, shop, ...state }}
        title={texts.addressTitle}
        onSaved={needsProducts ? goOn : state.onClose}
      >
        <ShopAddress shop={shop} />
      </PasteSecretDialog>
    )
  }
  return (
    <Dialog
      {...state}
      size="lg"
      isHeld={secret !== null}
      title={texts.addressTitle}
      footer={
        <>
          <Button variant={needsProducts ? 'secondary' : 'primary'} onClick={state.onClose}>
            {texts.close}
          </Button>
          {needsProducts && (
            <Button variant="primary" needs="manage" onClick={goOn}>
              {texts.chooseProducts}
            </Button>
          )}
        </>
      }
    >
      <ShopAddress shop={shop} secret={secret} />
    </Dialog>
  )
}

interface ShopAddressProps {
  readonly shop: Shop
  readonly secret?: string | null
}

function ShopAddress({ shop, secret = null }: ShopAddressProps) {
  return (
    <>
      {shop.url !== null && (
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{texts.address}</p>
          <CopyableText text={shop.url} what={texts.addressOf(shop.name)} />
        </div>
      )}
      {secret !== null && (
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{texts.secret}</p>
          <CopyableText text={secret} what={texts.secretOf(shop.name)} />
          <p className="text-second text-fg-2">{texts.secretOnce}</p>
        </div>
      )}
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-second text-fg-2">
        {texts.steps[shop.provider].map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}
