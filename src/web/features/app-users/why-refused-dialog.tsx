import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { LoginCheckView } from './login-check-view.tsx'
import { type LoginQuestion, useLoginCheck } from './use-login-check.ts'

export interface WhyRefusedDialogProps extends DialogState {
  readonly applicationId: number
  /** Empty: the dialog asks for it. */
  readonly username: string
}

/** Checks why a login was rejected and whether one would succeed now, for any username. */
export function WhyRefusedDialog({ applicationId, username, isOpen, onClose }: WhyRefusedDialogProps) {
  const [form, setForm] = useState({ username, ip: '', version: '', hwid: '' })
  const [question, setQuestion] = useState<LoginQuestion>()
  const asked = question ?? (username === '' ? undefined : { username })
  const { data, error, isFetching, refetch } = useLoginCheck(applicationId, isOpen ? asked : undefined)
  const fields = fieldErrors(error)
  const submit = () => {
    const next = questionOf(form)
    if (next.username === '') return
    if (JSON.stringify(next) === JSON.stringify(asked)) void refetch()
    else setQuestion(next)
  }
  const text = (name: keyof typeof form, isMono = false) => (
    <TextInput
      name={name}
      isMono={isMono}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  )
  return (
    <FormDialog
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      title={texts.checkALogin}
      description={texts.runsEveryLoginCheck}
      onSubmit={submit}
      cancelText={texts.close}
      submitText={data === undefined ? texts.check : texts.checkAgain}
      isBusy={isFetching}
      busyText={texts.checking}
      needs="check"
      disabledReason={form.username.trim() === '' ? texts.enterAUsernameFirst : undefined}
    >
      <Field label={texts.username} isRequired error={fields.username} hint={texts.anyUsernameEvenOne}>
        {text('username')}
      </Field>
      <details className="text-second">
        <summary className="min-h-6 font-medium text-accent">{texts.testAnotherDeviceVersion}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-3">
          <Field label={texts.ipAddressText} error={fields.ip}>
            {text('ip', true)}
          </Field>
          <Field label={texts.version} error={fields.version}>
            {text('version', true)}
          </Field>
          <Field label={texts.hardwareId} error={fields.hwid}>
            {text('hwid', true)}
          </Field>
        </div>
      </details>
      <ErrorText text={Object.keys(fields).length === 0 ? error?.message : undefined} />
      {data !== undefined && <LoginCheckView check={data} />}
    </FormDialog>
  )
}

/** Empty fields are left to the server's assumptions. */
function questionOf({ username, ...rest }: Record<'username' | 'ip' | 'version' | 'hwid', string>): LoginQuestion {
  const given = Object.entries(rest).filter(([, value]) => value.trim() !== '')
  return { username: username.trim(), ...Object.fromEntries(given.map(([name, value]) => [name, value.trim()])) }
}
