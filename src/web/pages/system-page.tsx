import { Lock } from 'lucide-react'
import { BackupsCard } from '../features/system/backups-card.tsx'
import { HealthCard } from '../features/system/health-card.tsx'
import { JobsCard } from '../features/system/jobs-card.tsx'
import { ServersCard } from '../features/system/servers-card.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import * as texts from '../texts/system.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

/** `/system`: the installation, for its owners. */
export function SystemPage() {
  const { role } = useCurrentUser()
  return (
    <SignedInShell>
      <PageContent width="narrow">
        <PageHeading title={texts.system} description={texts.thisInstallation} />
        {role === 'owner' ? (
          <>
            <HealthCard />
            <ServersCard />
            <JobsCard />
            <BackupsCard />
          </>
        ) : (
          <EmptyState icon={Lock} title={texts.ownersOnly} text={texts.askAnOwner} />
        )}
      </PageContent>
    </SignedInShell>
  )
}
