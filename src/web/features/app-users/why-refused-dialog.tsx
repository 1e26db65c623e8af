import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
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
      title="Check a Login"
      description="Runs every login check in order, as things are now. Nothing is changed or counted."
      onSubmit={submit}
      cancelText="Close"
      submitText={data === undefined ? 'Check' : 'Check Again'}
      isBusy={isFetching}
      busyText="Checking..."
      needs="check"
      disabledReason={form.username.trim() === '' ? 'Enter a username first.' : undefined}
    >
      <Field label="Username" isRequired error={fields.username} hint="Any username, even one that doesn't exist.">
        {text('username')}
      </Field>
      <details className="text-second">
        <summary className="min-h-6 font-medium text-accent">Test another device, version or IP address</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-3">
          <Field label="IP Address" error={fields.ip}>
            {text('ip', true)}
          </Field>
          <Field label="Version" error={fields.version}>
            {text('version', true)}
          </Field>
          <Field label="Hardware ID" error={fields.hwid}>
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
