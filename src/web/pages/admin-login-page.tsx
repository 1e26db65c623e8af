import { useState, useSyncExternalStore } from 'react'
import { AdminKeyForm } from '../features/administration/admin-key-form.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { FullPageLoading } from '../layout/full-page-loading.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { adminKey } from '../session/admin-key.ts'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const SharedFrame = lazyComponent(
  async () => (await import('./shared-frame.tsx')).SharedFrame,
  () => <FullPageLoading />,
)
const AdminPanel = lazyComponent(async () => (await import('../features/administration/admin-panel.tsx')).AdminPanel)

/** The admin panel behind its sign-in, at one address. */
export function AdminLoginPage() {
  const session = useSession()
  const key = useSyncExternalStore(adminKey.subscribe, adminKey.get)
  const [isBySession, setIsBySession] = useState(false)
  if (key !== undefined || (isBySession && session.status === 'signed-in')) {
    return (
      <SharedFrame>
        <AdminPanel />
      </SharedFrame>
    )
  }
  const gate = (
    <>
      <CenteredHeading text={texts.createAndViewDashboard}>
        <PageHeading title={texts.adminPanel} />
      </CenteredHeading>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <AdminKeyForm onEnterBySession={() => setIsBySession(true)} />
      </div>
    </>
  )
  if (session.status === 'signed-in') {
    return (
      <SignedInShell>
        <div className="mx-auto flex w-full max-w-[400px] flex-col gap-6 px-4 py-10 sm:py-20">{gate}</div>
      </SignedInShell>
    )
  }
  return <CenteredPage>{gate}</CenteredPage>
}
