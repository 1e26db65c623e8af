import { activityReason } from '../../common/activity-reason.ts'
import { DrawerSection } from '../../common/drawer/drawer-section.tsx'
import * as texts from '../../texts/app-users.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { RefusalDetail } from './refusal-detail.tsx'
import { type Inspection, useEndSession, useEndSessions } from './use-inspection.ts'

/** The user's last 50 events, with code and compared values. */
export function DrawerActivity({ decisions }: Pick<Inspection, 'decisions'>) {
  return (
    <DrawerSection title={texts.recentActivity}>
      {decisions.length === 0 ? (
        <p className="text-second text-fg-3">{texts.noActivityYet}</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {decisions.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

function Decision({ decision }: { readonly decision: Inspection['decisions'][number] }) {
  const { event, success, code, compared, ipAddress, count, createdAt } = decision
  const reason = activityReason(decision)
  return (
    <li className="px-3 py-2 text-second">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="text-meta">{event}</code>
        <Badge tone={success ? 'ok' : 'bad'}>{success ? texts.success : texts.fail}</Badge>
        <span className="ml-auto text-fg-2">
          <Time value={createdAt} />
        </span>
      </div>
      <p className="text-fg-2">
        {reason} {!success && code !== null && <code className="text-meta text-fg">{code}</code>}{' '}
        <span className="text-fg-3">
          {texts.from} <span className="font-mono text-meta">{ipAddress}</span>
          {count > 1 && texts.times(count)}
        </span>
      </p>
      <RefusalDetail compared={compared} />
    </li>
  )
}

interface DrawerSessionsProps extends Pick<Inspection, 'sessions'> {
  readonly applicationId: number
  readonly userId: number
}

/** Live sessions; one or all can be ended. */
export function DrawerSessions({ applicationId, userId, sessions }: DrawerSessionsProps) {
  const endAll = useEndSessions(applicationId)
  const end = useEndSession(applicationId)
  return (
    <DrawerSection
      title={texts.liveSessions}
      action={
        sessions.length > 1 && (
          <Button size="sm" needs="help" isBusy={endAll.isPending} onClick={() => endAll.mutate(userId)}>
            {texts.endAll}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-second text-fg-3">{texts.noneASessionIs}</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {sessions.map(({ id, ipAddress, hwid, userAgent, startedAt, lastSeenAt }) => (
            <li key={id} className="flex items-center gap-3 py-2 pr-2 pl-3">
              <div className="min-w-0 grow">
                <TruncatedText text={ipAddress} isMono />
                <p className="flex flex-wrap items-baseline gap-x-1.5 text-second text-fg-2">
                  {texts.since} <Time value={startedAt} /> {texts.seenText} <Time value={lastSeenAt} />
                </p>
                <p className="truncate text-second text-fg-3">
                  <bdi>{[hwid, userAgent].filter(Boolean).join(' · ')}</bdi>
                </p>
              </div>
              <Button
                size="sm"
                aria-label={texts.endSessionFrom(ipAddress)}
                needs="help"
                isBusy={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                {texts.endSession}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
