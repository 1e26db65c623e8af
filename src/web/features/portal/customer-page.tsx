import { useContext } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ClaimCard } from './claim-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email-card.tsx'
import { LicenseCard } from './license-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PortalButton } from './portal-button.tsx'
import { RedeemCard } from './redeem-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { PortalContext, useLoaded } from './use-portal.ts'

/** What a customer has and may change. */
export function CustomerPage() {
  const { slug } = useContext(PortalContext)
  const { data: me, error, reload } = useLoaded(() => api('GET /api/portal/:slug/me', { params: { slug } }))
  if (me === undefined) {
    return error === undefined ? (
      <div className="grid place-items-center py-16 text-fg-2" aria-busy>
        <Spinner size={24} />
      </div>
    ) : (
      <div role="alert" className="flex flex-col items-center gap-4 py-16 text-center">
        <p>{error.message}</p>
        <PortalButton onClick={reload}>{texts.retry}</PortalButton>
      </div>
    )
  }
  const mayChange = me.access === 'manage'
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-[1.5rem] leading-8 font-semibold tracking-tight">{texts.hello(me.username)}</h1>
        {!mayChange && <p className="text-fg-2">{texts.viewOnly}</p>}
      </div>
      {/* What is asked for most comes first, on a phone too. */}
      <div className="gap-5 lg:columns-2 *:mb-5 *:break-inside-avoid">
        <LicenseCard me={me} />
        <DevicesCard />
        <SessionsCard mayChange={mayChange} />
        {mayChange && <RedeemCard onRedeemed={reload} />}
        {mayChange && me.can_claim && <ClaimCard onClaimed={reload} />}
        {mayChange && !me.is_key && <PasswordCard />}
        {mayChange && me.can_prove_email && <EmailCard email={me.email} onChanged={reload} />}
      </div>
    </div>
  )
}
