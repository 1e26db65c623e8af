import type { ReactNode } from 'react'
import { hasRight, unmanageableReason } from '../../../shared/administration.ts'
import * as texts from '../../texts/administration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { Access } from './use-access.ts'
import { type DashboardUser, useRevokeSession, useUserHistory, useUserSessions } from './use-users.ts'

export interface AccountDetailsDialogProps extends DialogState {
  readonly access: Access
  readonly user: DashboardUser
}

/** Where a user is signed in, and what was changed about the account. */
export function AccountDetailsDialog({ access, user, isOpen, onClose }: AccountDetailsDialogProps) {
  const { viewer } = access
  const refusal = hasRight(viewer, 'edit') ? unmanageableReason(viewer, user) : texts.toSeeSessionsYou
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.sessionsAndHistory}
      description={<bdi>{user.email}</bdi>}
      size="lg"
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Part title={texts.activeSessions}>
        {refusal === undefined ? <Sessions access={access} user={user} /> : <Quiet>{refusal}</Quiet>}
      </Part>
      <Part title={texts.changes}>
        <History access={access} user={user} />
      </Part>
    </Dialog>
  )
}

function Sessions({ access, user }: { readonly access: Access; readonly user: DashboardUser }) {
  const revoke = useRevokeSession(access, user)
  return (
    <Rows of={useUserSessions(access, user)} none={texts.noActiveSessions}>
      {(session) => (
        <li key={session.id} className="flex items-center justify-between gap-3 px-3 py-2">
          <div className="min-w-0 text-second">
            <p className="flex flex-wrap items-center gap-2">
              <code>{session.ipAddress}</code>
              {session.isOwn && <Badge tone="info">{texts.thisSession}</Badge>}
            </p>
            <p className="truncate text-meta text-fg-3" title={session.userAgent}>
              {session.userAgent || texts.noUserAgent}
            </p>
            <p className="text-meta text-fg-3">
              {texts.since} <Time value={session.createdAt} />
              {texts.lastSeen} <Time value={session.lastSeenAt} />
            </p>
          </div>
          <Button
            size="sm"
            aria-label={texts.revokeSessionFrom(session.ipAddress)}
            isBusy={revoke.isPending && revoke.variables === session.id}
            busyText={texts.revoking}
            onClick={() => revoke.mutate(session.id)}
          >
            {texts.revoke}
          </Button>
        </li>
      )}
    </Rows>
  )
}

function History({ access, user }: { readonly access: Access; readonly user: DashboardUser }) {
  return (
    <Rows of={useUserHistory(access, user)} none={texts.noChangesYet}>
      {(change) => (
        <li key={change.id} className="px-3 py-2 text-second">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <code className="text-fg-2">{change.action}</code>
            <span className="text-meta text-fg-3">
              <Time value={change.createdAt} show="date-time" />
            </span>
          </p>
          {change.details !== null && <p className="break-words">{change.details}</p>}
          <p className="text-meta text-fg-3">
            {texts.by} <bdi>{change.actor}</bdi>
          </p>
        </li>
      )}
    </Rows>
  )
}

interface RowsProps<Row> {
  readonly of: { readonly data: readonly Row[] | undefined; readonly error: Error | null }
  readonly none: string
  readonly children: (row: Row) => ReactNode
}

function Rows<Row>({ of: { data, error }, none, children }: RowsProps<Row>) {
  if (error) return <Quiet>{error.message}</Quiet>
  if (data === undefined) return <Quiet>{texts.loading}</Quiet>
  if (data.length === 0) return <Quiet>{none}</Quiet>
  return <ol className="divide-y divide-line rounded-inner border border-line">{data.map(children)}</ol>
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  )
}

const Quiet = ({ children }: { readonly children: ReactNode }) => <p className="text-second text-fg-3">{children}</p>
