import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { TableToolbar, type TableToolbarProps } from '../../ui/table-toolbar.tsx'
import { noFilter, statusOptions, type UserFilter, viewOptions } from './user-filter.ts'

export interface UserToolbarProps extends Pick<TableToolbarProps, 'onSearch' | 'view'> {
  readonly filter: UserFilter
  readonly total: number | undefined
  /** Asks why somebody was refused. */
  readonly onWhy: () => void
  /** Buttons at the right end. */
  readonly children: ReactNode
}

/** Search, filters, count and what one can do. */
export function UserToolbar({ filter, total, onWhy, children, ...rest }: UserToolbarProps) {
  const isSpecial = [filter.licenseId, filter.expiresFrom, filter.expiresTo].some(Boolean)
  return (
    <TableToolbar
      {...rest}
      search={{ label: 'Search users', placeholder: 'Search username, email or HWID', q: filter.q }}
      choices={[
        { name: 'status', label: 'Status', options: statusOptions, value: filter.status },
        { name: 'view', label: 'Device or date', options: viewOptions, value: filter.view },
      ]}
      note={
        isSpecial && (
          <Button size="sm" onClick={() => rest.onSearch(noFilter)}>
            {filter.licenseId === undefined ? 'One span of expiry' : 'One license'} · Clear filters
          </Button>
        )
      }
      count={total === undefined ? undefined : formatCount(total, 'user')}
    >
      <Button icon={<CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden />} onClick={onWhy}>
        Why refused?
      </Button>
      {children}
    </TableToolbar>
  )
}
