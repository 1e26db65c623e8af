import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import * as texts from '../../texts/client-versions.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { type Client, warningOf } from './client-warning.ts'

const clientsKey = 'GET /api/applications/:id/stats/clients'

/** Client libraries that users signed in with in the last 7 days. Nothing before the first sign-in. */
export function ClientVersionsCard({ id }: { readonly id: number }) {
  const { data, error, refetch, isRefetching } = useQuery({
    queryKey: applicationKeys.clients(id),
    queryFn: ({ signal }) => api(clientsKey, { params: { id: String(id) }, query: { range: '7' } }, { signal }),
  })
  if (data === undefined && error === null) return null
  if (data?.length === 0) return null
  const warning = data && warningOf(data)
  return (
    <Card
      title={texts.clientVersions}
      description={texts.successfulLoginsOfTheLast7}
      actions={warning && <Badge tone={warning.tone}>{texts.warnings[warning.reason]}</Badge>}
    >
      {data === undefined ? (
        <ErrorState message={error?.message ?? ''} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Clients clients={data} />
      )}
    </Card>
  )
}

const tones = { current: 'ok', old: 'warn', unsafe: 'bad' } as const satisfies Readonly<Record<string, BadgeTone>>

function Clients({ clients }: { readonly clients: ApiReply<typeof clientsKey> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="overflow-x-auto" aria-label={texts.clientsAsATable} tabIndex={0}>
      <table className="w-full text-second tabular-nums">
        <thead className="text-meta text-fg-3">
          <tr>
            {texts.columns.map((column, place) => (
              <th key={column} scope="col" className={`py-1 font-normal ${place === 0 ? 'text-left' : 'text-right'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clients.map((each) => (
            <Row key={each.client} {...each} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ client, language, version, state, logins, liveSessions, lastSeen }: Client) {
  return (
    <tr className="border-t border-line text-right">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal">
        <span className="inline-flex flex-wrap items-center gap-2">
          {language === null ? (texts.unnamed[client] ?? client) : texts.libraryOf(language, version ?? '')}
          {state !== null && <Badge tone={tones[state]}>{texts.states[state]}</Badge>}
        </span>
      </th>
      <td className="px-2">{formatNumber(logins)}</td>
      <td className="px-2">{formatNumber(liveSessions)}</td>
      <td className="whitespace-nowrap">
        <Time value={lastSeen} none={texts.none} />
      </td>
    </tr>
  )
}
