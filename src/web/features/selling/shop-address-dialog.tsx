import * as texts from '../../texts/shops.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import type { Shop } from './use-shops.ts'

/** A shop, and its secret where it was made a moment ago. */
export interface ShownShop {
  readonly shop: Shop
  readonly secret: string | null
}

export interface ShopAddressDialogProps extends DialogState, ShownShop {
  readonly onProducts: (shop: Shop) => void
}

/** Where a shop sends its calls and what to do there; a new secret, once. */
export function ShopAddressDialog({ shop, secret, onProducts, isOpen, onClose }: ShopAddressDialogProps) {
  return (
    <Dialog
      {...{ isOpen, onClose }}
      size="lg"
      isHeld={secret !== null}
      title={texts.addressTitle}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button
            variant="primary"
            needs="manage"
            onClick={() => {
              onClose()
              onProducts(shop)
            }}
          >
            {texts.chooseProducts}
          </Button>
        </>
      }
    >
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
    </Dialog>
  )
}
