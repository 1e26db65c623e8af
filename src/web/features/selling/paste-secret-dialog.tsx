import type { ReactNode } from 'react'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/shops.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Shop, useShopSecret } from './use-shops.ts'

export interface PasteSecretDialogProps extends DialogState {
  readonly applicationId: number
  readonly shop: Shop
  readonly title: string
  readonly description?: string
  /** Before the field. */
  readonly children?: ReactNode
  readonly onSaved: () => void
}

const shortest = 8
const errorsOf = ({ secret }: { readonly secret: string }) => ({
  ...(secret.trim().length < shortest && { secret: texts.secretMissing }),
})

/** Takes the signing secret that a shop made. */
export function PasteSecretDialog(props: PasteSecretDialogProps) {
  const { applicationId, shop, title, description, children, isOpen, onClose, onSaved } = props
  const { text, errors, leave, dialog } = useFormDialog({
    ...{ blank: { secret: '' }, isOpen, onClose },
    validate: errorsOf,
  })
  const save = useShopSecret(applicationId, shop.id, { onDone: () => leave(onSaved) })
  return (
    <FormDialog
      {...dialog(save, ({ secret }) => ({ secret: secret.trim() }))}
      size={children === undefined ? 'md' : 'lg'}
      needs="manage"
      title={title}
      description={description}
      submitText={texts.saveSecret}
      busyText={texts.saving}
      {...(children !== undefined && { cancelText: texts.later })}
    >
      {children}
      <Field label={shop.provider === 'gumroad' ? texts.sellerId : texts.secret} isRequired error={errors.secret}>
        <TextInput {...text('secret')} isMono autoComplete="off" spellCheck={false} maxLength={200} />
      </Field>
    </FormDialog>
  )
}
