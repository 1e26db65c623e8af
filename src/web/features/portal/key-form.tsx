import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalCodeField, PortalTextField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { type Portal, PortalContext, useAction } from './use-portal.ts'

interface KeyFormProps {
  readonly portal: Portal
  readonly onSignedIn: () => void
  readonly onLost: () => void
}

/** A license key: alone, as far as the developer allows it, or with a code from an email. */
export function KeyForm({ portal, onSignedIn, onLost }: KeyFormProps) {
  const { slug } = useContext(PortalContext)
  const [licenseKey, setLicenseKey] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setIsSent] = useState(false)
  const [hasCode, setHasCode] = useState(false)
  const signIn = useAction()
  const asking = useAction()
  const isFilled = licenseKey.trim() !== ''
  const opensAlone = portal.key_only !== 'off'
  const ask = () => {
    setIsSent(true)
    if (!isFilled) return
    asking.run(async () => {
      const { message } = await api('POST /api/portal/:slug/code', {
        params: { slug },
        body: { license_key: licenseKey },
      })
      setHasCode(true)
      setIsSent(false)
      return message
    })
  }
  const submit = () => {
    if (!opensAlone && !hasCode) return ask()
    setIsSent(true)
    if (!isFilled || (hasCode && code.trim() === '')) return
    signIn.run(async () => {
      const body = { license_key: licenseKey, ...(hasCode && { code: code.trim() }) }
      await api('POST /api/portal/:slug/sign-in', { params: { slug }, body })
      onSignedIn()
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PortalTextField
        label={texts.licenseKey}
        name="license_key"
        autoComplete="off"
        isMono
        value={licenseKey}
        onChange={setLicenseKey}
        error={isSent && !isFilled ? texts.keyMissing : undefined}
      />
      {hasCode && <PortalCodeField name="code" value={code} onChange={setCode} isSent={isSent} />}
      <Said text={asking.done} />
      <ErrorText text={signIn.error ?? asking.error} />
      <PortalButton
        type="submit"
        variant="primary"
        isBusy={signIn.isBusy || asking.isBusy}
        busyText={asking.isBusy ? texts.sending : texts.signingIn}
      >
        {opensAlone || hasCode ? texts.signIn : texts.byCode}
      </PortalButton>
      {portal.sends_mail && (
        <>
          {portal.key_only === 'view' && !hasCode && (
            <PortalButton variant="ghost" onClick={ask}>
              {texts.byCode}
            </PortalButton>
          )}
          <PortalButton variant="ghost" onClick={onLost}>
            {texts.keyLost}
          </PortalButton>
        </>
      )}
    </Form>
  )
}
