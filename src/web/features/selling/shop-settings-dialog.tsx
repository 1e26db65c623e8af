import { shopNameMaxLength } from '../../../shared/shops.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Shop, useChangeShop } from './use-shops.ts'

export interface ShopSettingsDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
}

type SettingsForm = Pick<Shop, 'name' | 'onRefund' | 'onDispute' | 'hasOrderPage'>

const errorsOf = ({ name }: SettingsForm) => ({ ...(name.trim() === '' && { name: texts.nameMissing }) })

/** Name of a shop, and what refunds and disputes do. */
export function ShopSettingsDialog({ applicationId, shop, isOpen, onClose }: ShopSettingsDialogProps) {
  const { name, onRefund, onDispute, hasOrderPage } = shop
  const { text, flag, value, errors, close, dialog } = useFormDialog<SettingsForm>({
    ...{ blank: { name, onRefund, onDispute, hasOrderPage }, isOpen, onClose },
    validate: errorsOf,
  })
  const change = useChangeShop(applicationId, shop.id, () => close())
  return (
    <FormDialog
      {...dialog(change, (form) => ({ ...form, name: form.name.trim() }))}
      needs="manage"
      title={texts.settingsTitle}
      submitText={texts.save}
      busyText={texts.saving}
    >
      <Field label={texts.name} isRequired error={errors.name}>
        <TextInput {...text('name')} autoComplete="off" maxLength={shopNameMaxLength} />
      </Field>
      <Field label={texts.onRefund}>
        <Select {...value('onRefund')} options={texts.reversals} />
      </Field>
      <Field label={texts.onDispute}>
        <Select {...value('onDispute')} options={texts.reversals} />
      </Field>
      <Switch label={texts.orderPage} hint={texts.orderPageHint} {...flag('hasOrderPage')} />
    </FormDialog>
  )
}
