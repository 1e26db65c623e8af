import * as texts from '../../texts/app-users.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import type { LoginCheck } from './use-login-check.ts'

type Compared = LoginCheck['checks'][number]['compared']

/** The compared values: stored and sent. */
export function RefusalDetail({ compared }: { readonly compared: Compared }) {
  if (compared.length === 0) return null
  return (
    <dl className="mt-1 flex flex-col gap-0.5 text-second text-fg-2">
      {compared.map(({ what, stored, sent }) => (
        <div key={what} className="flex flex-wrap gap-x-2">
          <dt className="text-fg-3">{what}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-2">
            {stored !== null && <Value name={sent === null ? undefined : 'stored'} value={stored} />}
            {sent !== null && <Value name="sent" value={sent} />}
            {stored === null && sent === null && <span>{texts.none}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ name, value }: { readonly name: string | undefined; readonly value: string }) {
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
  return (
    <span className="min-w-0">
      {name} <code className="break-all text-meta text-fg">{isMoment ? formatDateTime(value) : value}</code>
    </span>
  )
}
