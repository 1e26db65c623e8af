import { X } from 'lucide-react'
import * as texts from '../../texts/activity.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Activity } from './activity-columns.tsx'
import { type ActivityFilter, rangeNames, type Search } from './activity-filter.ts'

interface ActivityChipsProps {
  readonly filter: ActivityFilter
  readonly rows: readonly Activity[] | undefined
  readonly onSearch: (change: Search) => void
}

/** The active filters; each can be removed on its own. */
export function ActivityChips({ filter, rows, onSearch }: ActivityChipsProps) {
  const { events, success, ip, userId, username, code, range, from, to } = filter
  const name = rows?.find((row) => String(row.userId) === userId)?.username ?? `#${userId}`
  const chips: readonly (readonly [string, Search] | false)[] = [
    ...events.map((event) => {
      const others = events.filter((other) => other !== event).join(',')
      return [event, { event: others || undefined }] as const
    }),
    success !== undefined && [success === 'true' ? texts.success : texts.fail, { success: undefined }],
    code !== undefined && [texts.code(code), { code: undefined }],
    userId !== undefined && [texts.user(name), { user: undefined }],
    username !== undefined && [texts.name(username), { username: undefined }],
    ip !== undefined && [texts.ip(ip), { ip: undefined }],
    range !== undefined && [rangeNames[range], { range: undefined }],
    range === undefined && from !== undefined && [texts.from(from), { from: undefined }],
    to !== undefined && [texts.until(to), { to: undefined }],
  ]
  const shown = chips.filter((chip) => chip !== false)
  if (shown.length === 0) return null
  return (
    <ul aria-label={texts.filters} className="flex basis-full flex-wrap gap-2">
      {shown.map(([label, change]) => (
        <li
          key={label}
          className="inline-flex h-8 max-w-full items-center rounded-full border border-control/60 bg-raised pl-3 text-second touch:h-11"
        >
          <bdi className="truncate">{label}</bdi>
          <IconButton
            label={texts.removeFilter(label)}
            icon={<X size={14} strokeWidth={1.75} aria-hidden />}
            size="sm"
            onClick={() => onSearch(change)}
          />
        </li>
      ))}
    </ul>
  )
}
