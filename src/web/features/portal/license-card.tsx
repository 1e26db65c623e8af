import type { ReactNode } from 'react'
import type { ApiReply } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'

type Me = ApiReply<'GET /api/portal/:slug/me'>

/** The state in one sentence, and below it what was bought. */
export function LicenseCard({ me }: { readonly me: Me }) {
  const features = Object.entries(me.features)
  return (
    <Card title={texts.license} actions={<StateBadge me={me} />}>
      <p className="text-fg-2">{sentenceOf(me)}</p>
      <dl className="mt-4 flex flex-col divide-y divide-line border-t border-line">
        <Fact name={texts.ends}>
          {me.ends_at === null ? texts.never : formatDate(me.ends_at)}
          {me.days_left !== null && <span className="text-fg-2"> · {texts.left(me.days_left)}</span>}
        </Fact>
        {me.seats !== null && <Fact name={texts.seats}>{texts.seatsUsed(me.seats.used, me.seats.max)}</Fact>}
        {me.email !== null && <Fact name={texts.email}>{me.email}</Fact>}
        {features.map(([name, value]) => (
          <Fact key={name} name={wordsOf(name)}>
            {typeof value === 'boolean' ? (value ? texts.yes : texts.no) : String(value)}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="text-fg-2">{name}</dt>
      <dd className="min-w-0 text-right font-medium">{children}</dd>
    </div>
  )
}

function StateBadge({ me: { state } }: { readonly me: Me }) {
  if (state === 'active') return <Badge tone="ok">{texts.active}</Badge>
  if (state === 'grace') return <Badge tone="warn">{texts.grace}</Badge>
  return <Badge tone="bad">{texts.endedStates.includes(state) ? texts.ended : texts.stopped}</Badge>
}

function sentenceOf({ message, grace_until: until }: Me): string {
  if (message !== null) return message
  return until === null ? texts.activeText : texts.graceText(formatDateTime(until))
}

/** `max_projects` reads “Max projects”. */
const wordsOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
