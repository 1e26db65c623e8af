import { clientEvents, isSellingEvent } from '../../../shared/events.ts'
import { scopeColumn } from '../../common/application-scope.tsx'
import { RowRights } from '../../common/row-rights.tsx'
import * as texts from '../../texts/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { formatPercent } from '../../ui/text/format.ts'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { formatNames, type Webhook } from './webhook-types.ts'

export interface WebhookColumnsOptions {
  /** The page's address with this webhook open. */
  readonly hrefOf: (webhook: Webhook) => string
  readonly onSwitch: (webhook: Webhook) => void
  /** Applications by ID, for the name beside it. */
  readonly names: ReadonlyMap<number, string>
}

export function webhookColumns({ hrefOf, onSwitch, names }: WebhookColumnsOptions): readonly Column<Webhook>[] {
  return [
    {
      key: 'url',
      head: 'URL',
      width: 'minmax(0, 2.4fr)',
      card: 'title',
      cell: (webhook) => (
        <TextLink href={hrefOf(webhook)} className="block min-h-6 truncate font-mono text-second" title={webhook.url}>
          <bdi>{webhook.url}</bdi>
        </TextLink>
      ),
    },
    { key: 'events', head: texts.events, width: 'minmax(0, 1.6fr)', card: 'details', cell: eventsCell },
    {
      key: 'status',
      head: texts.status,
      width: '11.5rem',
      card: 'badges',
      cell: (webhook) => <StatusCell webhook={webhook} onSwitch={onSwitch} />,
    },
    { key: 'deliveries', head: texts.deliveries, width: '9rem', card: 'details', cell: deliveriesCell },
    scopeColumn({ head: texts.application, width: 'minmax(0, 1.1fr)' }, { names, ofAll: texts.allApplications }),
  ]
}

function eventsCell({ events, format }: Webhook) {
  const [first = '', ...rest] = events
  const isAll = events.length === clientEvents.length && events.every((event) => !isSellingEvent(event))
  const short = isAll ? texts.allClientEvents : rest.length === 0 ? first : texts.more(first, rest.length)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <TruncatedText text={events.join(', ')} short={short} />
      {format !== 'json' && <span className="shrink-0 text-second text-fg-3">{formatNames[format]}</span>}
    </span>
  )
}

function StatusCell({ webhook, onSwitch }: { webhook: Webhook; onSwitch: (webhook: Webhook) => void }) {
  const word = webhook.isActive ? texts.disable : texts.enable
  return (
    <span className="flex items-center gap-1">
      <WebhookBadge webhook={webhook} />
      <RowRights applicationId={webhook.applicationId}>
        <Button
          variant="ghost"
          size="sm"
          needs="manage"
          aria-label={`${word} ${webhook.url}`}
          onClick={() => onSwitch(webhook)}
        >
          {word}
        </Button>
      </RowRights>
    </span>
  )
}

/** Active, Inactive, or disabled by the server. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.isActive) return <Badge tone="ok">{texts.active}</Badge>
  return webhook.notice === null ? (
    <Badge tone="neutral">{texts.inactive}</Badge>
  ) : (
    <Badge tone="bad">{texts.stopped}</Badge>
  )
}

function deliveriesCell({ successRate, pendingCount }: Webhook) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      {successRate === null ? <span className="text-fg-3">{texts.noneYet}</span> : formatPercent(successRate)}
      {pendingCount > 0 && <span className="text-second text-warn">{texts.pending(pendingText(pendingCount))}</span>}
    </span>
  )
}

/** The server counts up to 1000. */
export const pendingText = (count: number) => (count >= 1000 ? '1,000+' : String(count))
