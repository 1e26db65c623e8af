import { LogOut } from 'lucide-react'
import { signOut } from '../../session/sign-out.ts'
import * as texts from '../../texts/account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog-value.ts'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { agentName } from '../../ui/text/agent-name.ts'
import { Time } from '../../ui/text/time.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { type OwnSession, useEndSession, useOwnSessions, useSignOutEverywhere } from './use-account.ts'

/** The account's sessions. */
export function SessionsCard() {
  const list = useOwnSessions()
  const asking = useDialog()
  const end = useEndSession()
  const everywhere = useSignOutEverywhere(() => void signOut())
  return (
    <Card
      title={texts.sessions}
      description={texts.whereYoureSignedIn}
      actions={
        <Button size="sm" icon={<LogOut size={16} strokeWidth={1.75} aria-hidden />} onClick={asking.open}>
          {texts.signOutEverywhere}
        </Button>
      }
    >
      <LoadedRows
        of={list}
        none={texts.noSessions}
        row={(session) => (
          <SettingRow key={session.id} title={<Title {...session} />} text={<Facts {...session} />}>
            {!session.isCurrent && (
              <Button
                size="sm"
                aria-label={texts.endTheSessionOf(agentName(session.userAgent), session.ipAddress)}
                isBusy={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate(session)}
              >
                {texts.end}
              </Button>
            )}
          </SettingRow>
        )}
      />
      <ConfirmDialog
        {...asking.dialog}
        title={texts.signOutEverywhereText}
        text={texts.youllBeSignedOut}
        confirmText={texts.signOutEverywhere}
        pendingText={texts.signingOut}
        isPending={everywhere.isPending}
        onConfirm={() => everywhere.mutate()}
      />
    </Card>
  )
}

function Title({ userAgent, isCurrent }: OwnSession) {
  return (
    <>
      <span className="truncate">{agentName(userAgent)}</span>
      {isCurrent && <Badge tone="ok">{texts.thisBrowser}</Badge>}
    </>
  )
}

function Facts({ ipAddress, createdAt, lastSeenAt }: OwnSession) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="font-mono text-meta">{ipAddress}</span>
      <span aria-hidden>·</span>
      <span>
        {texts.lastSeen} <Time value={lastSeenAt} />
      </span>
      <span aria-hidden>·</span>
      <span>
        {texts.since} <Time value={createdAt} show="date-time" />
      </span>
    </span>
  )
}
