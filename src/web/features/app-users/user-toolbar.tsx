import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { noFilter, statusOptions, type UserFilter, viewOptions } from './user-filter.ts'

type Change = Readonly<Record<string, string | undefined>>

export interface UserToolbarProps {
  readonly filter: UserFilter
  readonly onSearch: (change: Change) => void
  readonly total: number | undefined
  /** Asks why somebody was refused. */
  readonly onWhy: () => void
  /** Buttons at the right end. */
  readonly children: ReactNode
}

/** Search, filters, count and what one can do. */
export function UserToolbar({ filter, onSearch, total, onWhy, children }: UserToolbarProps) {
  const isSpecial = [filter.licenseId, filter.expiresFrom, filter.expiresTo].some(Boolean)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
      <SearchInput
        label="Search users"
        placeholder="Search username, email or HWID"
        className="grow basis-56 max-sm:basis-full sm:max-w-80"
        value={filter.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select
        aria-label="Status"
        className="max-sm:flex-1"
        options={statusOptions}
        value={filter.status ?? ''}
        onChange={(status) => onSearch({ status: status || undefined })}
      />
      <Select
        aria-label="Device or date"
        className="max-sm:flex-1"
        options={viewOptions}
        value={filter.view ?? ''}
        onChange={(view) => onSearch({ view: view || undefined })}
      />
      {isSpecial && (
        <Button size="sm" onClick={() => onSearch(noFilter)}>
          {filter.licenseId === undefined ? 'One span of expiry' : 'One license'} · Clear filters
        </Button>
      )}
      <span role="status" className="text-second text-fg-3 tabular-nums max-sm:order-last max-sm:w-full">
        {total !== undefined && formatCount(total, 'user')}
      </span>
      <div className="ml-auto flex gap-2 max-sm:w-full">
        <Button
          className="max-sm:grow"
          icon={<CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onWhy}
        >
          Why refused?
        </Button>
        {children}
      </div>
    </div>
  )
}
