import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { allSettingsParts, type SettingsPart, settingsPart, settingsParts } from '../common/settings-parts.ts'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { SettingsData } from '../features/application/settings-data.tsx'
import { SettingsDevices } from '../features/application/settings-devices.tsx'
import { SettingsGeneral } from '../features/application/settings-general.tsx'
import { SettingsNav } from '../features/application/settings-nav.tsx'
import { SettingsOffline } from '../features/application/settings-offline.tsx'
import { SettingsSignIn } from '../features/application/settings-sign-in.tsx'
import type { Application } from '../features/application/use-application.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useReadOnlyReason } from '../session/read-only-reason.ts'
import * as texts from '../texts/pages.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { AddressedApplication } from './application-screen.tsx'

const Waiting = () => <Loading />
const TeamSettings = lazyComponent(async () => (await import('./team-settings.tsx')).TeamSettings, Waiting)
const DangerSettings = lazyComponent(async () => (await import('./danger-settings.tsx')).DangerSettings, Waiting)

/** The settings of one application, at `/app/7/settings/sign-in`; the hash names a field. */
export function SettingsPage() {
  const { part } = useParams({ strict: false })
  return (
    <AddressedApplication>
      {(application) => <LoadedSettings application={application} part={settingsPart(part)} />}
    </AddressedApplication>
  )
}

interface PartProps {
  readonly application: Application
  readonly part: SettingsPart
}

const dangerous = ['manage', 'team', 'delete'] as const

function LoadedSettings({ application, part: wanted }: PartProps) {
  const { id, name, can } = application
  useLiveUpdates(id)
  const mayEnd = dangerous.some((right) => can.includes(right))
  const parts = allSettingsParts.filter((part) => part !== 'danger' || mayEnd)
  const part = parts.includes(wanted) ? wanted : 'general'
  const { label } = settingsParts[part]
  useFieldOfAddress(part)
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} isBelow />}>
      <PageContent>
        <div className="flex flex-col gap-1">
          <Breadcrumb crumbs={[{ label: name, href: `/app/${id}` }, { label: texts.settings }, { label }]} />
          <PageHeading key={part} title={label} documentTitle={texts.settingsOf(label, name)} />
        </div>
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[11rem_minmax(0,48rem)] lg:gap-8">
          <SettingsNav applicationId={id} parts={parts} current={part} />
          <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
            <ErrorBoundary resetKey={part}>
              <ReadOnlyReason part={part} />
              <PartContent key={part} application={application} part={part} />
            </ErrorBoundary>
          </div>
        </div>
      </PageContent>
    </SignedInShell>
  )
}

/** Team says itself who may change what. */
function ReadOnlyReason({ part }: Pick<PartProps, 'part'>) {
  const reason = useReadOnlyReason()
  return reason === undefined || part === 'team' ? null : <Note>{reason}</Note>
}

function PartContent({ application, part }: PartProps) {
  const navigate = useNavigate()
  const goHome = () => void navigate({ to: '/' })
  switch (part) {
    case 'sign-in':
      return <SettingsSignIn application={application} />
    case 'devices':
      return <SettingsDevices application={application} />
    case 'offline':
      return <SettingsOffline application={application} />
    case 'data':
      return <SettingsData application={application} />
    case 'team':
      return <TeamSettings application={application} onLeft={goHome} />
    case 'danger':
      return <DangerSettings application={application} onDeleted={goHome} />
    default:
      return <SettingsGeneral application={application} />
  }
}

/** Focuses the field that the hash names, as in `#minPasswordLength`. */
function useFieldOfAddress(part: SettingsPart): void {
  const name = useRouterState({ select: (state) => state.location.hash })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part has other fields
  useEffect(() => {
    if (name === '') return
    const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(name)}"]`)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [name, part])
}
