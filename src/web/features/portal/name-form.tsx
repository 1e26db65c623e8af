import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalNameField, PortalPasswordField } from './portal-fields.tsx'
import { PortalContext, useAction } from './use-portal.ts'

interface NameFormProps {
  readonly onSignedIn: () => void
  /** Absent: no mail can be sent. */
  readonly onForgot: (() => void) | undefined
  readonly onFirst: () => void
}

/** Name and password. */
export function NameForm({ onSignedIn, onForgot, onFirst }: NameFormProps) {
  const { slug } = useContext(PortalContext)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { isBusy, error, run } = useAction()
  const hasName = username.trim() !== ''
  const submit = () => {
    setIsSent(true)
    if (!hasName || password === '') return
    run(async () => {
      await api('POST /api/portal/:slug/sign-in', { params: { slug }, body: { username, password } })
      onSignedIn()
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PortalNameField name="username" value={username} onChange={setUsername} isSent={isSent} />
      <PortalPasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={isSent && password === '' ? texts.passwordMissing : undefined}
      />
      <ErrorText text={error} />
      <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.signingIn}>
        {texts.signIn}
      </PortalButton>
      {onForgot && (
        <PortalButton variant="ghost" onClick={onForgot}>
          {texts.forgot}
        </PortalButton>
      )}
      <PortalButton variant="ghost" onClick={onFirst}>
        {texts.firstPassword}
      </PortalButton>
    </Form>
  )
}
