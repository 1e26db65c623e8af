import { type ShopProviderId, shopNameMaxLength, shopProvider, shopProviderIds } from '../../../shared/shops.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type ListedPreset, usePresets } from './use-presets.ts'
import { type NewShop, type ShopWithSecret, useConnectShop } from './use-shops.ts'

export interface ConnectShopDialogProps extends DialogState {
  readonly applicationId: number
  readonly onConnected: (made: ShopWithSecret) => void
}

interface ShopForm {
  readonly provider: ShopProviderId
  readonly name: string
  /** Blank: products are mapped later. */
  readonly product: string
  /** null: the first one. */
  readonly presetId: number | null
}

const providers = shopProviderIds.map((value) => ({ value, label: shopProvider(value).name }))
const blank: ShopForm = { provider: 'stripe', name: shopProvider('stripe').name, product: '', presetId: null }

/** Where the shop doesn't show them, the buyer gets keys by email. */
function bodyOf({ provider, name, product, presetId }: ShopForm, firstPreset: ListedPreset | undefined): NewShop {
  const preset = presetId ?? firstPreset?.id
  const isMapped = product.trim() !== '' && preset !== undefined
  const keyFrom = shopProvider(provider).showsKeys ? 'ours' : 'mail'
  return {
    ...{ provider, name: name.trim() },
    ...(isMapped && { products: [{ product: product.trim(), presetId: preset, quantityAs: 'keys', keyFrom }] }),
  }
}

const errorsOf = ({ name }: ShopForm) => ({ ...(name.trim() === '' && { name: texts.nameMissing }) })

/** Connects a shop. The name follows the choice until another one is typed. */
export function ConnectShopDialog({ applicationId, onConnected, isOpen, onClose }: ConnectShopDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose, validate: errorsOf })
  const { data: presets = [] } = usePresets(applicationId)
  const [first] = presets
  const connect = useConnectShop(applicationId, onConnected, () => close())
  const choose = (provider: ShopProviderId) =>
    set((old) => ({
      provider,
      name: old.name === shopProvider(old.provider).name ? shopProvider(provider).name : old.name,
    }))
  return (
    <FormDialog
      {...dialog(connect, (entered) => bodyOf(entered, first))}
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
      {first === undefined ? (
        <Note>{texts.noPreset}</Note>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.firstProduct} hint={texts.firstProductHint}>
            <TextInput {...text('product')} isMono autoComplete="off" spellCheck={false} maxLength={200} />
          </Field>
          <Field label={texts.firstPreset}>
            <Select
              options={presets.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(form.presetId ?? first.id)}
              onChange={(id) => set({ presetId: Number(id) })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  )
}
