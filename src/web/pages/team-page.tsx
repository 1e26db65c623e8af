import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { ReauthenticationProvider } from '../common/reauthentication/reauthentication.tsx'
import { useOwnAccount } from '../common/reauthentication/use-own-account.ts'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { ReadOnlyNote } from '../features/application/read-only.tsx'
import type { Application } from '../features/application/use-application.ts'
import { TeamPanel } from '../features/team/team-panel.tsx'
import { TransferBanner } from '../features/team/transfer-banner.tsx'
import { useTeam } from '../features/team/use-team.ts'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { ApplicationScreen } from './application-screen.tsx'

/** The people of one application, at `/app/7/settings/team`. */
export function TeamPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <ApplicationScreen key={id} id={id}>
      {(application) => <LoadedTeam application={application} />}
    </ApplicationScreen>
  )
}

function LoadedTeam({ application }: { readonly application: Application }) {
  const { id, name, attention } = application
  const team = useTeam(id)
  const account = useOwnAccount()
  const navigate = useNavigate()
  useLiveUpdates(id)
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} />}>
      <PageContent>
        <PageHeading
          title="Team"
          documentTitle={`Team · Settings · ${name}`}
          actions={
            <ButtonLink href={`/app/${id}`} icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
              Back to Application
            </ButtonLink>
          }
        />
        <ReadOnlyNote application={application} />
        {attention.transfer !== null && <TransferBanner application={application} until={attention.transfer} />}
        {team.error !== null && <ErrorState message={team.error.message} onRetry={() => void team.refetch()} />}
        {team.error === null && (team.data === undefined || account.data === undefined) && <Loading />}
        {team.data !== undefined && account.data !== undefined && (
          <ReauthenticationProvider account={account.data} askedAtMs={account.dataUpdatedAt}>
            <TeamPanel application={application} team={team.data} onLeft={() => void navigate({ to: '/' })} />
          </ReauthenticationProvider>
        )}
      </PageContent>
    </SignedInShell>
  )
}
