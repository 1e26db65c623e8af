import { useContext } from 'react'
import { type ApiReply, api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { agentName } from '../../ui/text/agent-name.ts'
import { formatRelative } from '../../ui/text/format.ts'
import { PortalButton } from './portal-button.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction, useLoaded } from './use-portal.ts'

type Session = ApiReply<'GET /api/portal/:slug/sessions'>[number]

/** What runs with the license now, and which browsers are signed in. */
export function SessionsCard({ mayChange }: { readonly mayChange: boolean }) {
  const { slug } = useContext(PortalContext)
  const { data, error, reload } = useLoaded(() => api('GET /api/portal/:slug/sessions', { params: { slug } }))
  const ending = useAction()
  const end = ({ id: sessionId }: Session) =>
    ending.run(async () => {
      await api('DELETE /api/portal/:slug/sessions/:sessionId', { params: { slug, sessionId } })
      reload()
      return texts.endedOne
    })
  return (
    <Card title={texts.sessions} description={texts.sessionsText}>
      {data?.length === 0 && <p className="text-fg-2">{texts.noSessions}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-medium">{nameOf(session)}</p>
              <p className="text-second text-fg-2">{seenText(session)}</p>
            </div>
            {mayChange && !session.is_current && (
              <PortalButton
                aria-label={texts.endOf(nameOf(session))}
                isBusy={ending.isBusy}
                onClick={() => end(session)}
              >
                {texts.end}
              </PortalButton>
            )}
          </li>
        ))}
      </ul>
      <Said text={ending.done} />
      <ErrorText text={ending.error ?? error?.message} />
    </Card>
  )
}

function nameOf({ kind, label, is_current: isCurrent }: Session): string {
  if (kind === 'program') return texts.program(label)
  return isCurrent ? texts.thisBrowser : agentName(label)
}

function seenText({ last_seen_at: at, address }: Session): string {
  const seen = texts.seen(formatRelative(at, new Date()))
  return address === null ? seen : `${seen} · ${address}`
}
