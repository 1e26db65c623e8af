import { senderNameMaxLength } from '../../../shared/mail.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/mail.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type MailChange, type MailSettings, useChangeMail } from './use-mail.ts'

export interface MailDialogProps extends DialogState {
  readonly applicationId: number
  readonly mail: MailSettings
}

interface MailForm {
  readonly server: 'server' | 'own'
  readonly fromName: string
  readonly replyTo: string
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly username: string
  readonly password: string
  readonly from: string
}

const formOf = ({ sender, fromName, replyTo, smtp }: MailSettings): MailForm => ({
  // Without a mail server of the installation, there is one's own to enter.
  server: sender === 'server' ? 'server' : 'own',
  fromName: fromName ?? '',
  replyTo: replyTo ?? '',
  host: smtp?.host ?? '',
  port: smtp?.port ?? 465,
  security: smtp?.security ?? 'tls',
  username: smtp?.username ?? '',
  password: '',
  from: smtp?.from ?? '',
})

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

function bodyOf({ server, fromName, replyTo, host, port, security, username, password, from }: MailForm): MailChange {
  const own = {
    ...{ host: host.trim(), port, security, username: textOrNull(username), from: from.trim() },
    ...(password !== '' && { password }),
  }
  return { fromName: textOrNull(fromName), replyTo: textOrNull(replyTo), smtp: server === 'own' ? own : null }
}

function errorsOf({ server, host, port, from }: MailForm) {
  if (server === 'server') return {}
  return {
    ...(host.trim() === '' && { host: texts.hostMissing }),
    ...(!(port >= 1 && port <= 65_535) && { port: texts.portWrong }),
    ...(from.trim() === '' && { from: texts.fromMissing }),
  }
}

/** The server names fields of the mail server `smtp.host`. */
const ofServer = (error: Error) =>
  Object.fromEntries(Object.entries(fieldErrors(error)).map(([name, text]) => [name.replace(/^smtp\./, ''), text]))

/** Sender, replies, and a mail server of one's own. */
export function MailDialog({ applicationId, mail, isOpen, onClose }: MailDialogProps) {
  const { form, text, value, errors, close, dialog } = useFormDialog<MailForm>({
    ...{ blank: formOf(mail), isOpen, onClose },
    validate: errorsOf,
    errorsOf: ofServer,
  })
  const change = useChangeMail(applicationId, () => close())
  return (
    <FormDialog
      {...dialog(change, bodyOf)}
      needs="manage"
      title={texts.dialogTitle}
      submitText={texts.save}
      busyText={texts.saving}
    >
      <Field label={texts.fromName} hint={texts.fromNameHint} error={errors.fromName}>
        <TextInput {...text('fromName')} autoComplete="off" maxLength={senderNameMaxLength} />
      </Field>
      <Field label={texts.replyTo} hint={texts.replyToHint} error={errors.replyTo}>
        <TextInput {...text('replyTo')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <Field label={texts.mailServer}>
        <Select {...value('server')} options={texts.servers} />
      </Field>
      {form.server === 'own' && (
        <>
          <Field label={texts.host} isRequired error={errors.host}>
            <TextInput {...text('host')} autoComplete="off" spellCheck={false} maxLength={253} />
          </Field>
          <Field label={texts.port} isRequired error={errors.port}>
            <NumberInput {...value('port')} />
          </Field>
          <Field label={texts.security}>
            <Select {...value('security')} options={texts.securities} />
          </Field>
          <Field label={texts.username} hint={texts.usernameHint} error={errors.username}>
            <TextInput {...text('username')} autoComplete="off" spellCheck={false} maxLength={254} />
          </Field>
          <PasswordField
            {...value('password')}
            label={texts.password}
            hint={mail.smtp?.hasPassword ? texts.passwordKept : undefined}
            error={errors.password}
            autoComplete="off"
          />
          <Field label={texts.from} isRequired error={errors.from}>
            <TextInput {...text('from')} type="email" autoComplete="off" maxLength={254} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
