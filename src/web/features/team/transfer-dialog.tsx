import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/team.ts'
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
    validate: ({ confirmName }) => (confirmName.trim() === name ? {} : { confirmName: texts.typeToConfirm(name) }),
  })
  const offer = useOfferTransfer(id, () => close())
  return (
    <FormDialog
      {...dialog(offer, ({ accountId, confirmName }) => ({ accountId: Number(accountId), confirmName }))}
      title={texts.transferApplication}
      description={texts.onceTheyAcceptThey}
      needs="team"
      submitText={texts.offerTransfer}
      busyText={texts.offering}
    >
      <Field label={texts.newOwner}>
        <Select
          options={members.map(({ accountId, email }) => ({ value: String(accountId), label: email }))}
          value={form.accountId}
          onChange={(accountId) => set({ accountId })}
        />
      </Field>
      <Field label={texts.applicationName} error={errors.confirmName} hint={texts.typeToConfirm(name)}>
        <TextInput {...text('confirmName')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
