import { useState } from 'react'
import { successRateDays } from '../../../shared/constants.ts'
import { signInEvents } from '../../../shared/events.ts'
import type { PeriodSearch } from '../../common/period/period.ts'
import * as texts from '../../texts/application.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatDate, formatNumber, formatPercent } from '../../ui/text/format.ts'
import { shortKey } from '../../ui/text/short-key.ts'
import { Time } from '../../ui/text/time.tsx'
import { FirstLoginChecklist, type FirstLoginChecklistProps } from './first-login-checklist.tsx'
import { noteKeyCopied } from './key-copied.ts'
import { MemberNote } from './read-only.tsx'
import { type Application, useApplicationStats, useNewestLogins } from './use-application.ts'

/** Charts load after the numbers. */
const OverviewCharts = lazyComponent(
  async () => (await import('./overview-charts.tsx')).OverviewCharts,
  () => <Skeleton className="h-96 w-full rounded-card" />,
)

/** Below everything else, so nobody waits for it. */
const ClientVersionsCard = lazyComponent(
  async () => (await import('./client-versions-card.tsx')).ClientVersionsCard,
  undefined,
  { isQuiet: true },
)

interface OverviewProps extends Omit<FirstLoginChecklistProps, 'logins' | 'wasDone'> {
  /** From the address: the chart's time range. */
  readonly search: PeriodSearch
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

/** The first section: numbers, details, security, and the steps to the first login. */
export function Overview({ search, onSearch, ...props }: OverviewProps) {
  const { application } = props
  const stats = useApplicationStats(application.id)
  const logins = useNewestLogins(application.id)
  // Decided on the first render: the list stays in place while its steps turn green. For an application in use it is
  // collapsed at the end.
  const [wasDone, setWasDone] = useState<boolean>()
  if (wasDone === undefined && logins.login !== undefined) setWasDone(logins.login !== null)
  const { users, licenses } = application.counts
  // Charts of nothing tell a newcomer nothing.
  const hasData = stats.data?.lastActivity != null || users + licenses > 0
  const isForSetup = application.can.includes('manage') && wasDone !== undefined
  const checklist = isForSetup && <FirstLoginChecklist {...props} logins={logins} wasDone={wasDone} />
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <MemberNote application={application} />
      {wasDone === false && checklist}
      {stats.isError && stats.data === undefined ? (
        <Card>
          <ErrorState
            message={stats.error.message}
            onRetry={() => void stats.refetch()}
            isRetrying={stats.isRefetching}
          />
        </Card>
      ) : (
        <Figures id={application.id} stats={stats.data} />
      )}
      {hasData && <OverviewCharts id={application.id} search={search} onSearch={onSearch} />}
      <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        <Details application={application} />
        <Security application={application} stats={stats.data} />
      </div>
      {hasData && <ClientVersionsCard id={application.id} />}
      {wasDone === true && checklist}
    </div>
  )
}

/** The events that a login can end in. */
const logins = signInEvents.join(',')

type Stats = ReturnType<typeof useApplicationStats>['data']

function Figures({ id, stats }: { readonly id: number; readonly stats: Stats }) {
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label={texts.totalUsers}
        value={shown(stats?.totalUsers)}
        href={`/app/${id}?section=users`}
        definition={texts.allUsersOfThis}
      />
      <StatCard
        label={texts.activeUsers}
        value={shown(stats?.activeUsers)}
        href={`/app/${id}?section=users&status=active`}
        definition={texts.canLogInNow}
      />
      <StatCard
        label={texts.liveSessions}
        value={shown(stats?.activeSessions)}
        href={`/app/${id}?dialog=sessions`}
        definition={texts.sessionsWithAHeartbeat}
      />
      <StatCard
        label={texts.successRate}
        value={stats === undefined ? undefined : formatPercent(stats.loginSuccessRate)}
        href={`/app/${id}?section=activity&event=${logins}`}
        definition={texts.shareOfLoginAttempts(successRateDays)}
      />
    </div>
  )
}

function Details({ application }: { readonly application: Application }) {
  const { id, name, version, description, apiKey, createdAt, can } = application
  const items = [
    { label: texts.name, value: <bdi>{name}</bdi> },
    { label: texts.version, value: version },
    {
      label: texts.description,
      value:
        description === '' ? (
          <span className="text-fg-3">{texts.noDescription}</span>
        ) : (
          <bdi className="whitespace-pre-line">{description}</bdi>
        ),
    },
    { label: texts.applicationId, value: String(id), isNarrowOnly: true },
    { label: texts.created, value: formatDate(createdAt), isNarrowOnly: true },
    {
      label: texts.apiKeyText,
      value: (
        <span className="inline-flex items-center gap-1">
          <code className="text-second">{shortKey(apiKey)}</code>
          {can.includes('manage') && (
            <CopyButton
              text={apiKey}
              what={texts.apiKey}
              done={{ title: texts.copied, description: texts.apiKeyCopiedTo }}
              onCopied={() => noteKeyCopied(id)}
            />
          )}
        </span>
      ),
    },
  ]
  return (
    <Card title={texts.applicationDetails}>
      <DescriptionList items={items} />
    </Card>
  )
}

function Security({ application, stats }: { readonly application: Application; readonly stats: Stats }) {
  const { isActive, hwidLockEnabled } = application
  const items = [
    {
      label: texts.applicationStatus,
      value: isActive ? <Badge tone="ok">{texts.online}</Badge> : <Badge tone="neutral">{texts.offline}</Badge>,
    },
    {
      label: texts.hwidProtection,
      value: hwidLockEnabled ? (
        <Badge tone="ok">{texts.enabled}</Badge>
      ) : (
        <Badge tone="neutral">{texts.disabled}</Badge>
      ),
    },
    {
      label: texts.apiRequests,
      value:
        stats === undefined ? (
          <Waiting />
        ) : (
          <span className="tabular-nums">{formatNumber(stats.totalApiRequests)}</span>
        ),
    },
    {
      label: texts.lastActivity,
      value: stats === undefined ? <Waiting /> : <Time value={stats.lastActivity} none={texts.none} />,
    },
  ]
  return (
    <Card title={texts.securityConfiguration}>
      <DescriptionList items={items} />
    </Card>
  )
}

function Waiting() {
  return <Skeleton className="h-5 w-20" />
}
