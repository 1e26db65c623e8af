import type { ApiRow } from '../../api/client.ts'
import { activityReason } from '../../common/activity-reason.ts'
import * as texts from '../../texts/activity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'

export type Activity = ApiRow<'GET /api/activity-logs'>

/** The specified columns of the activity table, and the user. The event opens the details. */
export const activityColumns = (hrefOf: (id: number) => string): readonly Column<Activity>[] => [
  {
    key: 'createdAt',
    head: texts.time,
    width: 'minmax(10.5rem, 0.8fr)',
    card: 'details',
    cell: (row) => <Time value={row.createdAt} show="second" />,
  },
  {
    key: 'event',
    head: texts.event,
    width: 'minmax(12rem, 2.2fr)',
    card: 'title',
    cell: (row) => <Event row={row} href={hrefOf(row.id)} />,
  },
  {
    key: 'success',
    head: texts.status,
    width: '6.5rem',
    card: 'badges',
    cell: (row) => <Badge tone={row.success ? 'ok' : 'bad'}>{row.success ? texts.success : texts.fail}</Badge>,
  },
  {
    key: 'username',
    head: texts.userText,
    width: 'minmax(0, 1.1fr)',
    card: 'details',
    cell: (row) => <Who row={row} />,
  },
  {
    key: 'ipAddress',
    head: 'IP',
    width: 'minmax(0, 1.1fr)',
    card: 'details',
    cell: (row) => <TruncatedText text={row.ipAddress} isMono />,
  },
  {
    key: 'userAgent',
    head: texts.userAgent,
    width: 'minmax(0, 1.3fr)',
    card: 'details',
    cell: (row) =>
      row.userAgent ? (
        <TruncatedText text={row.userAgent} className="text-second text-fg-2" />
      ) : (
        <span className="text-fg-3">–</span>
      ),
  },
]

/** The event's name as in webhooks, and the reason. A row that counts several events says so. */
function Event({ row, href }: { readonly row: Activity; readonly href: string }) {
  const reason = activityReason(row)
  const isCounted = row.count > 1
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center gap-x-2 max-sm:flex-wrap">
        {isCounted && <span className="h-4 w-0.5 shrink-0 rounded-full bg-warn" aria-hidden />}
        <Link
          href={href}
          className="flex min-h-6 min-w-0 items-center rounded-control underline-offset-4 hover:underline"
        >
          <code className="truncate text-second">{row.event}</code>
        </Link>
        {isCounted && (
          <span className="shrink-0 text-second font-normal text-warn">{texts.andMoreInThis(row.count)}</span>
        )}
      </span>
      {reason !== undefined && (
        <TruncatedText text={reason} className="text-meta font-normal text-fg-3 max-sm:whitespace-normal" />
      )}
    </div>
  )
}

/** The name as typed; a session that expired only knows the user's ID. */
function Who({ row: { username, userId } }: { readonly row: Activity }) {
  if (username) return <TruncatedText text={username} />
  if (userId === null) return <span className="text-fg-3">–</span>
  return <span className="text-fg-2 tabular-nums">#{userId}</span>
}
