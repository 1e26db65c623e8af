import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalTextField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** Adds the time of another license key. */
export function RedeemCard({ onRedeemed }: { readonly onRedeemed: () => void }) {
  const { slug } = useContext(PortalContext)
  const [licenseKey, setLicenseKey] = useState('')
  const [isSent, setIsSent] = useState(false)
  const redeem = useAction()
  const submit = () => {
    setIsSent(true)
    if (licenseKey.trim() === '') return
    redeem.run(async () => {
      const { added_days: days } = await api('POST /api/portal/:slug/redeem', {
        params: { slug },
        body: { license_key: licenseKey },
      })
      setLicenseKey('')
      setIsSent(false)
      onRedeemed()
      return texts.redeemed(days)
    })
  }
  const error = isSent && licenseKey.trim() === '' ? texts.keyMissing : redeem.error
  return (
    <Card title={texts.redeem} description={texts.redeemText}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <PortalTextField
          label={texts.redeemKey}
          name="new_key"
          autoComplete="off"
          isMono
          value={licenseKey}
          onChange={setLicenseKey}
          error={error}
        />
        <PortalButton type="submit" isBusy={redeem.isBusy} busyText={texts.redeeming} className="self-start">
          {texts.redeemAction}
        </PortalButton>
      </Form>
      <Said text={redeem.done} />
    </Card>
  )
}
