import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { TruncatedText } from '../../ui/truncated-text.tsx'
import { DrawerSection } from './drawer-section.tsx'
import { type Inspection, useEndSession, useEndSessions } from './use-inspection.ts'

export interface DrawerSessionsProps extends Pick<Inspection, 'sessions'> {
  readonly applicationId: number
  readonly userId: number
}

/** Live sessions; one or all can be ended. */
export function DrawerSessions({ applicationId, userId, sessions }: DrawerSessionsProps) {
  const endAll = useEndSessions(applicationId)
  const end = useEndSession(applicationId)
  return (
    <DrawerSection
      title="Live sessions"
      action={
        sessions.length > 1 && (
          <Button size="sm" isBusy={endAll.isPending} onClick={() => endAll.mutate(userId)}>
            End all
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-second text-fg-3">None. Live means a heartbeat in the last 90 seconds.</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {sessions.map(({ id, ipAddress, hwid, userAgent, startedAt, lastSeenAt }) => (
            <li key={id} className="flex items-center gap-3 py-2 pr-2 pl-3">
              <div className="min-w-0 grow">
                <TruncatedText text={ipAddress} isMono />
                <p className="flex flex-wrap gap-x-1.5 text-second text-fg-2">
                  since <Time value={startedAt} /> · seen <Time value={lastSeenAt} />
                </p>
                <p className="truncate text-second text-fg-3">
                  <bdi>{[hwid, userAgent].filter(Boolean).join(' · ')}</bdi>
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`End session from ${ipAddress}`}
                isBusy={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                End session
              </Button>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
