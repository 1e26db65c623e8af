import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Member, useOfferTransfer } from './use-team.ts'

interface TransferDialogProps extends DialogState {
  readonly application: { readonly id: number; readonly name: string }
  readonly members: readonly Member[]
}

/** Offers the application to a member. */
export function TransferDialog({ application: { id, name }, members, isOpen, onClose }: TransferDialogProps) {
  const { form, set, text, errors, close, dialog } = useFormDialog({
    ...{ blank: { accountId: String(members[0]?.accountId ?? ''), confirmName: '' }, isOpen, onClose },
    validate: ({ confirmName }) => (confirmName.trim() === name ? {} : { confirmName: `Type ${name} to confirm.` }),
  })
  const offer = useOfferTransfer(id, () => close())
  return (
    <FormDialog
      {...dialog(offer, ({ accountId, confirmName }) => ({ accountId: Number(accountId), confirmName }))}
      title="Transfer Application"
      description="Once they accept, they own the application and you become a Manager. Your account-wide webhooks no longer get its events."
      needs="team"
      submitText="Offer Transfer"
      busyText="Offering…"
    >
      <Field label="New owner">
        <Select
          options={members.map(({ accountId, email }) => ({ value: String(accountId), label: email }))}
          value={form.accountId}
          onChange={(accountId) => set({ accountId })}
        />
      </Field>
      <Field label="Application name" error={errors.confirmName} hint={`Type ${name} to confirm.`}>
        <TextInput {...text('confirmName')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
