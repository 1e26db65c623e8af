import { shopProvider } from '../../../shared/shops.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Shop, type ShopWithSecret, useShopSecret } from './use-shops.ts'

export interface ShopSecretDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
  readonly onMade: (shop: ShopWithSecret) => void
}

/** A new signing secret: made here, or copied from the shop. */
export function ShopSecretDialog(props: ShopSecretDialogProps) {
  return shopProvider(props.shop.provider).secret === 'made' ? <MakeSecret {...props} /> : <PasteSecret {...props} />
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

const shortest = 8
const errorsOf = ({ secret }: { readonly secret: string }) => ({
  ...(secret.trim().length < shortest && { secret: texts.secretMissing }),
})

function PasteSecret({ applicationId, shop, isOpen, onClose }: ShopSecretDialogProps) {
  const { text, errors, close, dialog } = useFormDialog({
    ...{ blank: { secret: '' }, isOpen, onClose },
    validate: errorsOf,
  })
  const save = useShopSecret(applicationId, shop.id, { onDone: () => close() })
  return (
    <FormDialog
      {...dialog(save, ({ secret }) => ({ secret: secret.trim() }))}
      needs="manage"
      title={texts.secretTitle}
      description={texts.pastedText}
      submitText={texts.save}
      busyText={texts.saving}
    >
      <Field label={shop.provider === 'gumroad' ? texts.sellerId : texts.secret} isRequired error={errors.secret}>
        <TextInput {...text('secret')} isMono autoComplete="off" spellCheck={false} maxLength={200} />
      </Field>
    </FormDialog>
  )
}
