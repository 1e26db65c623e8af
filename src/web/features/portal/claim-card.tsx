import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalNameField, PortalPasswordField } from './portal-fields.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** A name and a password for who has signed in with a license key alone. */
export function ClaimCard({ onClaimed }: { readonly onClaimed: () => void }) {
  const { slug } = useContext(PortalContext)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { run, isBusy, error, fields } = useAction()
  const hasName = username.trim() !== ''
  const isAboutField = Object.keys(fields).length > 0
  const submit = () => {
    setIsSent(true)
    if (!hasName || password === '') return
    run(async () => {
      await api('POST /api/portal/:slug/claim', { params: { slug }, body: { username, password } })
      onClaimed()
      return undefined
    })
  }
  return (
    <Card title={texts.claimTitle} description={texts.claimText}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <PortalNameField
          name="claimed_name"
          value={username}
          onChange={setUsername}
          isSent={isSent}
          error={fields.username}
        />
        <PortalPasswordField
          label={texts.newPassword}
          name="claimed_password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={isSent && password === '' ? texts.newPasswordMissing : fields.password}
        />
        {!isAboutField && <ErrorText text={error} />}
        <PortalButton type="submit" isBusy={isBusy} busyText={texts.claiming} className="self-start">
          {texts.claim}
        </PortalButton>
      </Form>
    </Card>
  )
}
