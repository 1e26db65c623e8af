import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { roleOptions, roleTexts } from './role-options.ts'
import { type NewInvite, useInvite } from './use-team.ts'

interface InviteDialogProps extends DialogState {
  readonly applicationId: number
}

const blank: NewInvite = { email: '', role: 'support' }

/** Invites an email address; where the server sends no email, the link is shown once. */
export function InviteDialog({ applicationId, isOpen, onClose }: InviteDialogProps) {
  const invite = useInvite(applicationId)
  const { form, set, text, errors, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose },
    validate: ({ email }) => (email.trim() === '' ? { email: 'Enter an email address.' } : {}),
    isSaved: invite.data !== undefined,
  })
  if (invite.data !== undefined) {
    const { link } = invite.data
    return (
      <NoticeDialog
        isOpen={isOpen}
        onClose={onClose}
        title="Invite Created"
        description={link === undefined ? `The link was sent to ${form.email}. It works once, for 7 days.` : undefined}
      >
        {link !== undefined && (
          <>
            <CopyableText text={link} what="invite link" />
            <p className="text-second text-fg-2">
              Send it privately. You won't see it again, but you can create another.
            </p>
          </>
        )}
      </NoticeDialog>
    )
  }
  return (
    <FormDialog
      {...dialog(invite, ({ email, role }) => ({ email: email.trim(), role }))}
      title="Invite to Team"
      needs="team"
      submitText="Invite"
      busyText="Inviting…"
    >
      <Field label="Email" error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <Field label="Role" hint={roleTexts[form.role]}>
        <Select options={roleOptions} value={form.role} onChange={(role) => set({ role })} />
      </Field>
    </FormDialog>
  )
}
