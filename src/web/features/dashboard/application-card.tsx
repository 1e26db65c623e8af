import { Trash2 } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { Time } from '../../ui/time.tsx'
import { MaskedKey } from './masked-key.tsx'
import { OnlineCount } from './online-count.tsx'
import { Sparkline } from './sparkline.tsx'
import type { Application } from './use-applications.ts'

export interface ApplicationCardProps {
  readonly application: Application
  /** Absent for who may not delete it. */
  readonly onDelete?: (() => void) | undefined
}

const copied = { title: 'Copied', description: 'API key copied to clipboard' }

/** Its four parts stand in line with those of the cards beside it. */
export function ApplicationCard({ application, onDelete }: ApplicationCardProps) {
  const { id, name, description, isActive, apiKey, version, hwidLockEnabled, stats } = application
  return (
    <article className="row-span-4 grid min-w-0 grid-cols-1 grid-rows-subgrid gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-control/60 sm:p-5">
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-section font-semibold">
            <Link href={`/app/${id}`} className="rounded-control hover:text-accent">
              <bdi className="line-clamp-2">{name}</bdi>
            </Link>
          </h2>
          <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </div>
        <p className={description === '' ? 'mt-1 text-fg-3' : 'mt-1 line-clamp-2 text-fg-2'}>
          {description === '' ? 'No description provided' : description}
        </p>
      </div>
      {isWhole(apiKey) ? (
        <SecretText value={apiKey} what="API key" of={name} copied={copied} />
      ) : (
        <MaskedKey text={apiKey} />
      )}
      <dl className="flex flex-col gap-1.5 text-second">
        <Fact label="Version">{version}</Fact>
        <Fact label="HWID Lock">{hwidLockEnabled ? 'Enabled' : 'Disabled'}</Fact>
        <Fact label="Users">{formatNumber(application.counts.users)}</Fact>
        <Fact label="Last activity">
          <Time value={stats?.lastActivity} none="None" />
        </Fact>
      </dl>
      <div className="flex items-center gap-2 border-t border-line pt-3">
        <OnlineCount count={stats?.activeSessions ?? 0} />
        {stats !== undefined && <Sparkline days={stats.dailyLogins} />}
        <span className="grow" />
        {onDelete !== undefined && (
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 size={16} strokeWidth={1.75} />}
            size="sm"
            tone="danger"
            onClick={onDelete}
          />
        )}
        <ButtonLink href={`/app/${id}`} size="sm" aria-label={`Manage ${name}`}>
          Manage
        </ButtonLink>
      </div>
    </article>
  )
}

/** Who may only read an application gets its key with bullets in it already. */
function isWhole(apiKey: string): boolean {
  return !apiKey.includes('•')
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 truncate text-fg-2 tabular-nums">{children}</dd>
    </div>
  )
}
