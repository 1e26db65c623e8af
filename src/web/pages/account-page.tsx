import { ReauthenticationProvider } from '../common/reauthentication/reauthentication.tsx'
import { useOwnAccount } from '../common/reauthentication/use-own-account.ts'
import { PasskeysCard } from '../features/account/passkeys-card.tsx'
import { PasswordCard } from '../features/account/password-card.tsx'
import { SessionsCard } from '../features/account/sessions-card.tsx'
import { TimeZoneCard } from '../features/account/time-zone-card.tsx'
import { TokensCard } from '../features/account/tokens-card.tsx'
import { TwoFactorCard } from '../features/account/two-factor-card.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../ui/dialog/use-dialog-value.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

const RecoveryCodesDialog = lazyDialog(
  async () => (await import('../features/account/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
)

/** Security of the own account, and its sessions and tokens. */
export function AccountPage() {
  const { email } = useCurrentUser()
  return (
    <SignedInShell>
      <PageContent width="narrow">
        <PageHeading title={texts.account} description={email} />
        <Settings />
      </PageContent>
    </SignedInShell>
  )
}

function Settings() {
  const { data: account, dataUpdatedAt, error, refetch } = useOwnAccount()
  const codes = useDialogValue<readonly string[]>()
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (account === undefined) return <Loading />
  const show = (made: readonly string[]) => {
    if (made.length > 0) codes.open(made)
  }
  return (
    <ReauthenticationProvider account={account} askedAtMs={dataUpdatedAt}>
      <PasswordCard />
      <TwoFactorCard account={account} onRecoveryCodes={show} />
      <PasskeysCard account={account} onRecoveryCodes={show} />
      <SessionsCard />
      <TokensCard />
      <TimeZoneCard timeZone={account.timeZone} />
      {codes.value && <RecoveryCodesDialog codes={codes.value} {...codes.dialog} />}
    </ReauthenticationProvider>
  )
}
