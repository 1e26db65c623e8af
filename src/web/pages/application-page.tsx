import { useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { type LinkedDialog, useLinkedDialog, useOpenedInAddress } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { ApplicationHeader } from '../features/application/application-header.tsx'
import {
  type ApplicationDialog,
  type ApplicationSearch,
  applicationSearch,
} from '../features/application/application-search.ts'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { rememberKeyCopied } from '../features/application/key-copied.ts'
import { ReadOnlyNote } from '../features/application/read-only.tsx'
import type { Application } from '../features/application/use-application.ts'
import { blacklistSearch } from '../features/blacklist/blacklist-search.ts'
import { webhookSearch } from '../features/webhooks/webhook-search.ts'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { lazyOnOpen } from '../ui/dialog/lazy-dialog.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ApplicationScreen } from './application-screen.tsx'

const Waiting = () => <Loading />
/** A section; its code is fetched when it is visited. */
const lazySection = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazyComponent(load, Waiting)
const Overview = lazySection(async () => (await import('../features/application/overview.tsx')).Overview)
const UsersPanel = lazySection(async () => (await import('../features/app-users/users-panel.tsx')).UsersPanel)
const LicensesPanel = lazySection(async () => (await import('../features/licenses/licenses-panel.tsx')).LicensesPanel)
const ActivityPanel = lazySection(async () => (await import('../features/activity/activity-panel.tsx')).ActivityPanel)
const ApiConfigPanel = lazySection(
  async () => (await import('../features/api-config/api-config-panel.tsx')).ApiConfigPanel,
)
const WebhooksPanel = lazySection(async () => (await import('../features/webhooks/webhooks-panel.tsx')).WebhooksPanel)
const BlacklistPanel = lazySection(
  async () => (await import('../features/blacklist/blacklist-panel.tsx')).BlacklistPanel,
)
const ApplicationMessages = lazySection(
  async () => (await import('../features/custom-messages/application-messages.tsx')).ApplicationMessages,
)
/** By section name in the address. */
const sections = {
  overview: Overview,
  users: UsersPanel,
  licenses: LicensesPanel,
  activity: ActivityPanel,
  'api-config': ApiConfigPanel,
  webhooks: WebhooksPanel,
  blacklist: BlacklistPanel,
  messages: ApplicationMessages,
}
const TransferBanner = lazyComponent(async () => (await import('../features/team/transfer-banner.tsx')).TransferBanner)
const ApplicationDialogs = lazyOnOpen(async () => (await import('./application-dialogs.tsx')).ApplicationDialogs)

/** One application, at `/app/7` and `/applications/7`. */
export function ApplicationPage() {
  const { id = '' } = useParams({ strict: false })
  // Another application starts with fresh state.
  return <ApplicationById key={id} id={id} />
}

function ApplicationById({ id }: { readonly id: string }) {
  const search = applicationSearch(useSearch({ strict: false }))
  const { section = 'overview' } = search
  // its code and the application are fetched together
  useEffect(() => void sections[section].preload(), [section])
  return (
    <ApplicationScreen id={id}>
      {(application) => <LoadedApplication application={application} search={search} />}
    </ApplicationScreen>
  )
}

interface LoadedProps {
  readonly application: Application
  readonly search: ApplicationSearch
}

function LoadedApplication({ application, search }: LoadedProps) {
  const { id, attention } = application
  const section = search.section ?? 'overview'
  const dialog = useLinkedDialog<ApplicationDialog>(search.dialog)
  const [newUser, setNewUser] = useState<{ readonly username: string; readonly password: string }>()
  useLiveUpdates(id)
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} current={section} />}>
      <PageContent>
        <ApplicationHeader application={application} section={section} onSettings={() => dialog.show('settings')} />
        <ReadOnlyNote application={application} />
        {attention.transfer !== null && <TransferBanner application={application} until={attention.transfer} />}
        <ErrorBoundary resetKey={section}>
          <SectionContent
            application={application}
            search={search}
            dialog={dialog}
            newUser={newUser}
            onAddUser={() => dialog.show('add-user')}
            onCreateLicense={() => dialog.show('create-license')}
          />
        </ErrorBoundary>
      </PageContent>
      <ApplicationDialogs
        application={application}
        isOpen={search.dialog !== undefined}
        shown={search.dialog}
        onClose={dialog.close}
        onUserCreated={setNewUser}
      />
    </SignedInShell>
  )
}

interface SectionProps extends LoadedProps {
  readonly dialog: LinkedDialog<ApplicationDialog>
  readonly newUser: { readonly username: string; readonly password: string } | undefined
  readonly onAddUser: () => void
  readonly onCreateLicense: () => void
}

function SectionContent({ application, search, dialog, newUser, onAddUser, onCreateLicense }: SectionProps) {
  const { filter, hrefWith } = usePageAddress()
  const user = useOpenedInAddress('user')
  const { id, apiKey, version } = application
  switch (search.section) {
    case 'users':
      return (
        <UsersPanel
          applicationId={id}
          search={search}
          onSearch={filter}
          onAdd={onAddUser}
          onOpen={user.open}
          onCloseUser={user.close}
        />
      )
    case 'licenses':
      return <LicensesPanel applicationId={id} search={search} onSearch={filter} onCreate={onCreateLicense} />
    case 'activity':
      return <ActivityPanel applicationId={id} search={search} onSearch={filter} hrefWith={hrefWith} />
    case 'api-config':
      return (
        <ApiConfigPanel
          applicationId={id}
          apiKey={apiKey}
          version={version}
          onKeyCopied={() => rememberKeyCopied(id)}
          rotation={{
            isOpen: dialog.isOpen('rotate-key'),
            onOpen: () => dialog.show('rotate-key'),
            onClose: dialog.close,
          }}
        />
      )
    case 'webhooks':
      return (
        <WebhooksPanel
          applicationId={id}
          search={webhookSearch(search)}
          onSearch={filter}
          hrefWith={hrefWith}
          dialog={dialog}
        />
      )
    case 'blacklist':
      return <BlacklistPanel applicationId={id} {...blacklistSearch(search)} onSearch={filter} dialog={dialog} />
    case 'messages':
      return <ApplicationMessages application={application} />
    default:
      return <Overview {...{ application, newUser, onAddUser, onCreateLicense }} search={search} onSearch={filter} />
  }
}
