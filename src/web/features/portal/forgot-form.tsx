import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalCodeField, PortalNameField, PortalPasswordField, PortalTextField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** A new password with a code from an email. `onBack` gets what happened. */
export function ForgotForm({ onBack }: { readonly onBack: (done?: string) => void }) {
  const { slug } = useContext(PortalContext)
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [hasCode, setHasCode] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const asking = useAction()
  const reset = useAction()
  const hasName = username.trim() !== ''
  const ask = () =>
    asking.run(async () => {
      const body = { username, ...(email.trim() !== '' && { email: email.trim() }) }
      const { message } = await api('POST /api/portal/:slug/forgot', { params: { slug }, body })
      setHasCode(true)
      setIsSent(false)
      return message
    })
  const submit = () => {
    setIsSent(true)
    if (!hasName) return
    if (!hasCode) return ask()
    if (code.trim() === '' || password === '') return
    reset.run(async () => {
      const body = { username, code: code.trim(), new_password: password }
      await api('POST /api/portal/:slug/reset', { params: { slug }, body })
      onBack(texts.passwordSet)
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PortalNameField name="username" value={username} onChange={setUsername} isSent={isSent} />
      {!hasCode && (
        <PortalTextField
          label={texts.formerEmail}
          hint={texts.formerEmailHint}
          name="email"
          autoComplete="email"
          inputMode="email"
          value={email}
          onChange={setEmail}
          error={asking.fields.email}
        />
      )}
      <Said text={asking.done} />
      {hasCode && (
        <>
          <PortalCodeField name="code" value={code} onChange={setCode} isSent={isSent} />
          <PortalPasswordField
            label={texts.newPassword}
            name="new_password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={isSent && password === '' ? texts.newPasswordMissing : reset.fields.new_password}
          />
        </>
      )}
      {asking.fields.email === undefined && <ErrorText text={reset.error ?? asking.error} />}
      <PortalButton
        type="submit"
        variant="primary"
        isBusy={asking.isBusy || reset.isBusy}
        busyText={asking.isBusy ? texts.sending : texts.changing}
      >
        {hasCode ? texts.setPassword : texts.sendCode}
      </PortalButton>
      <PortalButton variant="ghost" onClick={() => onBack()}>
        {texts.back}
      </PortalButton>
    </Form>
  )
}
