import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/team.ts'
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
    validate: ({ email }) => (email.trim() === '' ? { email: texts.enterAnEmailAddress } : {}),
    isSaved: invite.data !== undefined,
  })
  if (invite.data !== undefined) {
    const { link } = invite.data
    return (
      <NoticeDialog
        isOpen={isOpen}
        onClose={onClose}
        title={texts.inviteCreated}
        description={link === undefined ? texts.theLinkWasSent(form.email) : undefined}
      >
        {link !== undefined && (
          <>
            <CopyableText text={link} what={texts.inviteLink} />
            <p className="text-second text-fg-2">{texts.sendItPrivatelyYou}</p>
          </>
        )}
      </NoticeDialog>
    )
  }
  return (
    <FormDialog
      {...dialog(invite, ({ email, role }) => ({ email: email.trim(), role }))}
      title={texts.inviteToTeam}
      needs="team"
      submitText={texts.invite}
      busyText={texts.inviting}
    >
      <Field label={texts.email} error={errors.email}>
        <TextInput {...text('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <Field label={texts.role} hint={roleTexts[form.role]}>
        <Select options={roleOptions} value={form.role} onChange={(role) => set({ role })} />
      </Field>
    </FormDialog>
  )
}
