import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { type LicenseFilter, statusOptions, viewOptions } from './license-filter.ts'

export interface LicenseToolbarProps {
  readonly filter: LicenseFilter
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly total: number | undefined
  /** Buttons at the right end. */
  readonly children: ReactNode
}

/** Search, status, count and what one can do. */
export function LicenseToolbar({ filter, onSearch, total, children }: LicenseToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
      <SearchInput
        label="Search licenses"
        placeholder="Whole key or description"
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
        aria-label="Use or date"
        className="max-sm:flex-1"
        options={viewOptions}
        value={filter.view ?? ''}
        onChange={(view) => onSearch({ view: view || undefined })}
      />
      <span role="status" className="text-second text-fg-3 tabular-nums max-sm:order-last max-sm:w-full">
        {total !== undefined && formatCount(total, 'license key')}
      </span>
      <div className="ml-auto flex gap-2 max-sm:w-full max-sm:[&>:not([aria-haspopup=menu])]:flex-1">{children}</div>
    </div>
  )
}
