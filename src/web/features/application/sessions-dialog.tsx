import { type ApiRow, api, apiList } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { useList } from '../../api/use-list.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/application.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDialog } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { agentName } from '../../ui/text/agent-name.ts'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export interface SessionsDialogProps extends DialogState {
  readonly applicationId: number
}

const listKey = 'GET /api/applications/:id/sessions'
const changed = [listKey, 'GET /api/applications/:id/stats'] as const
type Session = ApiRow<typeof listKey>

/** Live sessions, which can be ended. */
export function SessionsDialog({ applicationId, isOpen, onClose }: SessionsDialogProps) {
  const id = String(applicationId)
  const { rows, total = 0, more, error, onRetry } = useSessions(applicationId)
  const asking = useDialog()
  const endAll = useMutate(() => api('DELETE /api/applications/:id/sessions', { params: { id }, query: {} }), {
    done: ({ ended }) => ({ title: texts.sessionsEnded, description: formatCount(ended, 'session') }),
    failed: texts.failedToEndSessions,
    refresh: changed,
    onDone: asking.close,
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.liveSessions}
      description={rows && texts.withAHeartbeatIn(total)}
      size="lg"
      footer={
        <>
          {rows !== undefined && rows.length > 0 && (
            <Button variant="danger" needs="help" onClick={asking.open}>
              {texts.endAll}
            </Button>
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      {error !== undefined && <ErrorState {...error} onRetry={onRetry} />}
      {rows === undefined && error === undefined && <Loading />}
      {rows?.length === 0 && <EmptyState title={texts.noLiveSessions} />}
      <ul className="divide-y divide-line">
        {rows?.map((session) => (
          <SessionRow key={session.id} applicationId={id} session={session} />
        ))}
      </ul>
      {more?.hasMore === true && (
        <Button isBusy={more.isLoading} busyText={texts.loading} onClick={more.load}>
          {texts.showMore}
        </Button>
      )}
      <ConfirmDialog
        {...asking.dialog}
        title={texts.endAllSessions}
        text={texts.endsClientsStopAt(total)}
        needs="help"
        confirmText={texts.endAll}
        pendingText={texts.ending}
        isPending={endAll.isPending}
        onConfirm={() => endAll.mutate(undefined)}
      />
    </Dialog>
  )
}

const rowKey = (session: Session) => session.id

function useSessions(applicationId: number) {
  return useList({
    queryKey: applicationKeys.sessions(applicationId),
    read: (paging, signal) => apiList(listKey, { params: { id: String(applicationId) }, query: paging }, { signal }),
    rowKey,
  })
}

function SessionRow({ applicationId, session }: { readonly applicationId: string; readonly session: Session }) {
  const { id, userId, username, hwid, ipAddress, userAgent, startedAt, lastSeenAt } = session
  const end = useMutate(
    () =>
      api('DELETE /api/applications/:id/sessions/:sessionId', { params: { id: applicationId, sessionId: String(id) } }),
    { done: texts.sessionEnded, failed: texts.failedToEndSession, refresh: changed },
  )
  const name = username ?? `#${userId}`
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 grow">
        <TextLink href={`/app/${applicationId}?section=users&user=${userId}`} className="font-medium text-fg">
          <bdi className="break-all">{name}</bdi>
        </TextLink>
        <p className="flex flex-wrap items-center gap-x-4 text-second text-fg-2">
          <code>{ipAddress}</code>
          <span className="break-all" title={userAgent}>
            {deviceName(userAgent)}
          </span>
          {hwid !== null && <code className="break-all text-fg-3">{hwid}</code>}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 text-second text-fg-3">
          <span>
            {texts.since} <Time value={startedAt} />
          </span>
          <span>
            {texts.lastHeartbeat} <Time value={lastSeenAt} />
          </span>
        </p>
      </div>
      <Button
        size="sm"
        needs="help"
        isBusy={end.isPending}
        aria-label={texts.endSessionOf(name)}
        onClick={() => end.mutate(undefined)}
      >
        {texts.endSession}
      </Button>
    </li>
  )
}

/** The raw user agent of clients; browsers get a readable name. */
function deviceName(userAgent: string): string {
  const known = agentName(userAgent)
  return known === 'Unknown browser' || !userAgent.startsWith('Mozilla/') ? userAgent || texts.unknownDevice : known
}
