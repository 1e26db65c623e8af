import { type ShopProviderId, shopNameMaxLength, shopProvider, shopProviderIds } from '../../../shared/shops.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type ShopWithSecret, useConnectShop } from './use-shops.ts'

export interface ConnectShopDialogProps extends DialogState {
  readonly applicationId: number
  readonly onConnected: (made: ShopWithSecret) => void
}

interface ShopForm {
  readonly provider: ShopProviderId
  readonly name: string
}

const providers = shopProviderIds.map((value) => ({ value, label: shopProvider(value).name }))
const blank: ShopForm = { provider: 'stripe', name: shopProvider('stripe').name }

const errorsOf = ({ name }: ShopForm) => ({ ...(name.trim() === '' && { name: texts.nameMissing }) })

/** Connects a shop. The name follows the choice until another one is typed. */
export function ConnectShopDialog({ applicationId, onConnected, isOpen, onClose }: ConnectShopDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose, validate: errorsOf })
  const connect = useConnectShop(applicationId, onConnected, () => close())
  const choose = (provider: ShopProviderId) =>
    set((old) => ({
      provider,
      name: old.name === shopProvider(old.provider).name ? shopProvider(provider).name : old.name,
    }))
  return (
    <FormDialog
      {...dialog(connect, ({ provider, name }) => ({ provider, name: name.trim() }))}
      needs="manage"
      title={texts.connectTitle}
      submitText={texts.connect}
      busyText={texts.connecting}
    >
      <Field label={texts.shop} error={errors.provider}>
        <Select options={providers} value={form.provider} onChange={choose} />
      </Field>
      <Field label={texts.name} hint={texts.nameHint} isRequired error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={shopNameMaxLength} />
      </Field>
    </FormDialog>
  )
}
