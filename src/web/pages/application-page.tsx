import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useLive } from '../api/use-live.ts'
import { ActivityPanel } from '../features/activity/activity-panel.tsx'
import { ApiConfigPanel } from '../features/api-config/api-config-panel.tsx'
import { AddUserDialog } from '../features/app-users/add-user-dialog.tsx'
import { UsersPanel } from '../features/app-users/users-panel.tsx'
import { ApplicationHeader } from '../features/application/application-header.tsx'
import { ApplicationMissing } from '../features/application/application-missing.tsx'
import {
  type ApplicationDialog,
  type ApplicationSearch,
  applicationSearch,
} from '../features/application/application-search.ts'
import { ApplicationSidebar, sectionNames } from '../features/application/application-sidebar.tsx'
import { rememberKeyCopied } from '../features/application/key-copied.ts'
import { Overview } from '../features/application/overview.tsx'
import { SettingsDialog } from '../features/application/settings-dialog.tsx'
import { type Application, useApplication } from '../features/application/use-application.ts'
import { AskRegistrationDialog } from '../features/licenses/ask-registration-dialog.tsx'
import { CreateLicenseDialog } from '../features/licenses/create-license-dialog.tsx'
import { LicensesPanel } from '../features/licenses/licenses-panel.tsx'
import { PageContent } from '../layout/page-content.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/loading.tsx'
import { useLinkedDialog } from './use-linked-dialog.ts'
import { usePageAddress } from './use-page-address.ts'

/** One application, at `/app/7` and `/applications/7`. */
export function ApplicationPage() {
  const { id = '' } = useParams({ strict: false })
  // Another application begins afresh.
  return <ApplicationById key={id} id={Number(id)} />
}

function ApplicationById({ id }: { readonly id: number }) {
  const { data: application, error, refetch, isRefetching } = useApplication(id)
  const search = applicationSearch(useSearch({ strict: false }))
  if (application !== undefined) return <LoadedApplication application={application} search={search} />
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <SignedInShell>
      <PageContent>
        {error === null ? (
          <Loading text="Loading application..." />
        ) : (
          <ApplicationMissing
            error={isMissing ? undefined : error}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </PageContent>
    </SignedInShell>
  )
}

interface LoadedProps {
  readonly application: Application
  readonly search: ApplicationSearch
}

function LoadedApplication({ application, search }: LoadedProps) {
  const { id } = application
  const section = search.section ?? 'overview'
  const dialog = useLinkedDialog<ApplicationDialog>(search.dialog)
  const [newUser, setNewUser] = useState<{ readonly username: string; readonly password: string }>()
  const [isAsking, setIsAsking] = useState(false)
  useLive(id)
  const licenseCreated = () => {
    if (application.counts.licenses === 0 && application.registrationMode === 'open') setIsAsking(true)
  }
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} current={section} />}>
      <PageContent>
        <ApplicationHeader
          application={application}
          section={sectionNames[section]}
          onSettings={() => dialog.show('settings')}
        />
        <ErrorBoundary resetKey={section}>
          <SectionContent
            application={application}
            search={search}
            newUser={newUser}
            onAddUser={() => dialog.show('add-user')}
            onCreateLicense={() => dialog.show('create-license')}
          />
        </ErrorBoundary>
      </PageContent>
      <SettingsDialog application={application} isOpen={dialog.isOpen('settings')} onClose={dialog.close} />
      <AddUserDialog
        applicationId={id}
        hwidLockEnabled={application.hwidLockEnabled}
        minPasswordLength={application.minPasswordLength}
        isOpen={dialog.isOpen('add-user')}
        onClose={dialog.close}
        onCreated={setNewUser}
      />
      <CreateLicenseDialog
        applicationId={id}
        isOpen={dialog.isOpen('create-license')}
        onClose={dialog.close}
        onCreated={licenseCreated}
      />
      <AskRegistrationDialog applicationId={id} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </SignedInShell>
  )
}

interface SectionProps extends LoadedProps {
  readonly newUser: { readonly username: string; readonly password: string } | undefined
  readonly onAddUser: () => void
  readonly onCreateLicense: () => void
}

function SectionContent({ application, search, newUser, onAddUser, onCreateLicense }: SectionProps) {
  const { filter } = usePageAddress()
  const { id, apiKey, version } = application
  switch (search.section) {
    case 'users':
      return <UsersPanel applicationId={id} search={search} onSearch={filter} onAdd={onAddUser} />
    case 'licenses':
      return <LicensesPanel applicationId={id} search={search} onSearch={filter} onCreate={onCreateLicense} />
    case 'activity':
      return <ActivityPanel applicationId={id} search={search} onSearch={filter} />
    case 'api-config':
      return <ApiConfigPanel apiKey={apiKey} version={version} onKeyCopied={() => rememberKeyCopied(id)} />
    default:
      return <Overview {...{ application, newUser, onAddUser, onCreateLicense }} />
  }
}
