import { useState } from 'react'
import { ReauthenticationProvider } from '../common/reauthentication/reauthentication.tsx'
import { useOwnAccount } from '../common/reauthentication/use-own-account.ts'
import { PasskeysCard } from '../features/account/passkeys-card.tsx'
import { PasswordCard } from '../features/account/password-card.tsx'
import { SessionsCard } from '../features/account/sessions-card.tsx'
import { TokensCard } from '../features/account/tokens-card.tsx'
import { TwoFactorCard } from '../features/account/two-factor-card.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import { MountOnFirstOpen } from '../ui/dialog/lazy-dialog.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const RecoveryCodesDialog = lazyComponent(
  async () => (await import('../features/account/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
)

/** What protects the own account, and who is signed in with it. */
export function AccountPage() {
  const { email } = useCurrentUser()
  return (
    <SignedInShell>
      <PageContent width="narrow">
        <PageHeading title="Account" description={email} />
        <Settings />
      </PageContent>
    </SignedInShell>
  )
}

function Settings() {
  const { data: account, dataUpdatedAt, error, refetch } = useOwnAccount()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isShowing, setIsShowing] = useState(false)
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (account === undefined) return <Loading />
  const show = (made: readonly string[]) => {
    if (made.length === 0) return
    setCodes(made)
    setIsShowing(true)
  }
  return (
    <ReauthenticationProvider account={account} askedAtMs={dataUpdatedAt}>
      <PasswordCard />
      <TwoFactorCard account={account} onRecoveryCodes={show} />
      <PasskeysCard account={account} onRecoveryCodes={show} />
      <SessionsCard />
      <TokensCard />
      <MountOnFirstOpen isOpen={isShowing}>
        <RecoveryCodesDialog codes={codes} isOpen={isShowing} onClose={() => setIsShowing(false)} />
      </MountOnFirstOpen>
    </ReauthenticationProvider>
  )
}
