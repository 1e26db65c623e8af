import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalNameField, PortalPasswordField, PortalTextField } from './portal-fields.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** A password for who was imported without one, with their license key. `onBack` gets what happened. */
export function FirstPasswordForm({ onBack }: { readonly onBack: (done?: string) => void }) {
  const { slug } = useContext(PortalContext)
  const [username, setUsername] = useState('')
  const [licenseKey, setLicenseKey] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { run, isBusy, error, fields } = useAction()
  const hasKey = licenseKey.trim() !== ''
  const submit = () => {
    setIsSent(true)
    if (username.trim() === '' || !hasKey || password === '') return
    run(async () => {
      const body = { username, license_key: licenseKey, new_password: password }
      await api('POST /api/portal/:slug/first-password', { params: { slug }, body })
      onBack(texts.firstPasswordSet)
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PortalNameField name="username" value={username} onChange={setUsername} isSent={isSent} />
      <PortalTextField
        label={texts.licenseKey}
        name="license_key"
        autoComplete="off"
        isMono
        value={licenseKey}
        onChange={setLicenseKey}
        error={isSent && !hasKey ? texts.keyMissing : undefined}
      />
      <PortalPasswordField
        label={texts.newPassword}
        name="new_password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={isSent && password === '' ? texts.newPasswordMissing : fields.new_password}
      />
      {fields.new_password === undefined && <ErrorText text={error} />}
      <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.changing}>
        {texts.setPassword}
      </PortalButton>
      <PortalButton variant="ghost" onClick={() => onBack()}>
        {texts.back}
      </PortalButton>
    </Form>
  )
}
