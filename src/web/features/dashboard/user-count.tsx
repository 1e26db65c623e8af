import * as texts from '../../texts/dashboard.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { Application } from './use-applications.ts'

/** How many users an application has; leads to their list. */
export function UserCount({ application: { id, name, counts } }: { readonly application: Application }) {
  const count = formatNumber(counts.users)
  return (
    <TextLink
      href={`/app/${id}?section=users`}
      aria-label={texts.usersOf(name, count)}
      className="inline-flex min-h-6 items-center tabular-nums"
    >
      {count}
    </TextLink>
  )
}
