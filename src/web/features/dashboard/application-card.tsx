import { Trash2 } from 'lucide-react'
import { roleNames } from '../../../shared/rights.ts'
import { ApiKeyText } from '../../common/api-key-text.tsx'
import * as texts from '../../texts/dashboard.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ApplicationMenu } from './application-menu.tsx'
import type { Application } from './use-applications.ts'
import { UserCount } from './user-count.tsx'

export interface ApplicationCardProps {
  readonly application: Application
  readonly onDelete: () => void
}

/** Its four rows align with those of the cards beside it. */
export function ApplicationCard({ application, onDelete }: ApplicationCardProps) {
  const { id, name, description, isActive, apiKey, version, hwidLockEnabled, stats, role, can } = application
  return (
    <article className="row-span-4 grid min-w-0 grid-cols-1 grid-rows-subgrid gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-control/60 sm:p-5">
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-section font-semibold">
            <Link href={`/app/${id}`} className="rounded-control hover:text-accent">
              <bdi className="line-clamp-2">{name}</bdi>
            </Link>
          </h2>
          <span className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
            {role !== null && role !== 'owner' && <Badge tone="info">{roleNames[role]}</Badge>}
            <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? texts.active : texts.inactive}</Badge>
            <ApplicationMenu application={application} className="-my-1 -mr-1.5 touch:-my-2.5" />
          </span>
        </div>
        <p className={description === '' ? 'mt-1 text-fg-3' : 'mt-1 line-clamp-2 text-fg-2'}>
          {description === '' ? texts.noDescriptionProvided : description}
        </p>
      </div>
      {can.includes('manage') ? (
        <ApiKeyText applicationId={id} apiKey={apiKey} of={name} />
      ) : (
        <MaskedKey text={apiKey} />
      )}
      <dl className="flex flex-col gap-1.5 text-second">
        <Fact label={texts.version}>{version}</Fact>
        <Fact label={texts.hwidLock}>{hwidLockEnabled ? texts.enabled : texts.disabled}</Fact>
        <Fact label={texts.users}>
          <UserCount application={application} />
        </Fact>
        <Fact label={texts.lastActivity}>
          <Time value={stats?.lastActivity} none={texts.none} />
        </Fact>
      </dl>
      <div className="flex items-center gap-2 border-t border-line pt-3">
        <OnlineCount count={stats?.activeSessions ?? 0} />
        {stats !== undefined && <Sparkline days={stats.dailyLogins} />}
        <span className="grow" />
        {can.includes('delete') && (
          <IconButton
            label={texts.deleteOf(name)}
            icon={<Trash2 size={16} strokeWidth={1.75} />}
            size="sm"
            tone="danger"
            onClick={onDelete}
          />
        )}
        <ButtonLink href={`/app/${id}`} size="sm" aria-label={texts.manageOf(name)}>
          {texts.manage}
        </ButtonLink>
      </div>
    </article>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 truncate text-fg-2 tabular-nums">{children}</dd>
    </div>
  )
}

/** The key as the server masks it for read-only users. */
function MaskedKey({ text }: { readonly text: string }) {
  return (
    <div className="flex min-h-9 items-center rounded-control border border-line bg-bg px-3 touch:min-h-12">
      <code className="min-w-0 truncate text-meta text-fg-3">{text}</code>
    </div>
  )
}

/** Live sessions, as dot and text. */
function OnlineCount({ count }: { readonly count: number }) {
  const isLive = count > 0
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-second tabular-nums',
        isLive ? 'font-medium text-info' : 'text-fg-3',
      )}
    >
      <span
        className={classNames(
          'size-2 rounded-full forced-colors:bg-[CanvasText]',
          isLive ? 'bg-info ring-3 ring-info/20' : 'border border-control',
        )}
        aria-hidden
      />
      {texts.online(count)}
    </span>
  )
}

interface SparklineProps {
  readonly days: readonly { readonly day: string; readonly succeeded: number; readonly failed: number }[]
}

const height = 24
const barWidth = 4
const step = 6

/** Two weeks of sign-ins as bars, rejected ones on top; also as text. */
function Sparkline({ days }: SparklineProps) {
  const most = Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed))
  const sum = (which: 'succeeded' | 'failed') => days.reduce((total, day) => total + day[which], 0)
  const text = texts.lastDays(days.length, sum('succeeded'), sum('failed'))
  return (
    <svg role="img" aria-label={text} width={days.length * step - 2} height={height} className="ml-2 shrink-0">
      <title>{text}</title>
      {days.map(({ day, succeeded, failed }, index) => {
        const failedHeight = Math.round((failed / most) * height)
        const okHeight = succeeded === 0 ? 0 : Math.max(1, Math.round((succeeded / most) * height))
        const x = index * step
        return (
          <g key={day}>
            <rect x={x} y={height - 1} width={barWidth} height={1} className="fill-control" />
            <rect x={x} y={height - okHeight} width={barWidth} height={okHeight} className="fill-ok" />
            <rect
              x={x}
              y={height - okHeight - failedHeight}
              width={barWidth}
              height={failedHeight}
              className="fill-bad"
            />
          </g>
        )
      })}
    </svg>
  )
}
