import { Plus, Trash2 } from 'lucide-react'
import { maxShopProducts, shopProvider } from '../../../shared/shops.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type ListedPreset, usePresets } from './use-presets.ts'
import { type Shop, useChangeShop } from './use-shops.ts'

export interface ShopProductsDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
}

type ProductRow = Shop['products'][number]

interface ProductsForm {
  readonly products: readonly ProductRow[]
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function errorsOf({ products }: ProductsForm) {
  const names = products.map(({ product }) => product.trim())
  if (names.includes('')) return { products: texts.productMissing }
  return { ...(new Set(names).size < names.length && { products: texts.productTwice }) }
}

/** Which preset each product of a shop is. */
export function ShopProductsDialog({ applicationId, shop, isOpen, onClose }: ShopProductsDialogProps) {
  const { data: presets } = usePresets(applicationId)
  const { form, set, errors, close, dialog } = useFormDialog<ProductsForm>({
    ...{ blank: { products: shop.products }, isOpen, onClose },
    validate: errorsOf,
  })
  const change = useChangeShop(applicationId, shop.id, () => close())
  const { makesKeys, showsKeys } = shopProvider(shop.provider)
  const [first] = presets ?? []
  const setRow = (place: number, values: Partial<ProductRow>) =>
    set({ products: form.products.map((row, each) => (each === place ? { ...row, ...values } : row)) })
  const add = ({ id: presetId }: ListedPreset) =>
    set({
      products: [...form.products, { product: '', presetId, quantityAs: 'keys', keyFrom: showsKeys ? 'ours' : 'mail' }],
    })
  return (
    <FormDialog
      {...dialog(change, ({ products }) => ({
        products: products.map((row) => ({ ...row, product: row.product.trim() })),
      }))}
      size="lg"
      needs="manage"
      title={texts.productsTitle}
      description={texts.productsText}
      submitText={texts.save}
      busyText={texts.saving}
    >
      {form.products.map((row, place) => (
        <ProductFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while it is typed
          key={place}
          {...{ row, presets: presets ?? [] }}
          place={place + 1}
          keySources={makesKeys ? texts.keys : texts.keys.filter((key) => key.value !== 'shop')}
          onChange={(values) => setRow(place, values)}
          onRemove={() => set({ products: form.products.filter((_, each) => each !== place) })}
        />
      ))}
      <ErrorText text={errors.products} />
      {first === undefined ? (
        presets !== undefined && <Note>{texts.noPreset}</Note>
      ) : (
        <Button
          className="self-start"
          size="sm"
          icon={<Plus {...icon} />}
          disabled={form.products.length >= maxShopProducts}
          onClick={() => add(first)}
        >
          {texts.addProduct}
        </Button>
      )}
    </FormDialog>
  )
}

interface ProductFieldsProps {
  readonly row: ProductRow
  readonly presets: readonly ListedPreset[]
  readonly place: number
  readonly keySources: readonly (typeof texts.keys)[number][]
  readonly onChange: (values: Partial<ProductRow>) => void
  readonly onRemove: () => void
}

function ProductFields({ row, presets, place, keySources, onChange, onRemove }: ProductFieldsProps) {
  const isListed = presets.some(({ id }) => id === row.presetId)
  const options = [
    ...presets.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isListed ? [] : [{ value: String(row.presetId), label: `#${row.presetId}` }]),
  ]
  return (
    <fieldset className="flex min-w-0 items-start gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
      <legend className="sr-only">{texts.product(place)}</legend>
      <div className="grid min-w-0 grow grid-cols-1 gap-2 sm:grid-cols-2">
        <TextInput
          isMono
          aria-label={texts.product(place)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={texts.product(place)}
          value={row.product}
          onChange={(event) => onChange({ product: event.target.value })}
        />
        <Select
          aria-label={texts.presetOf(place)}
          options={options}
          value={String(row.presetId)}
          onChange={(id) => onChange({ presetId: Number(id) })}
        />
        <Select
          aria-label={texts.quantityOf(place)}
          options={texts.quantities}
          value={row.quantityAs}
          onChange={(quantityAs) => onChange({ quantityAs })}
        />
        <Select
          aria-label={texts.keyOf(place)}
          options={keySources}
          value={row.keyFrom}
          onChange={(keyFrom) => onChange({ keyFrom })}
        />
      </div>
      <IconButton label={texts.removeProduct(place)} icon={<Trash2 {...icon} />} tone="danger" onClick={onRemove} />
    </fieldset>
  )
}
