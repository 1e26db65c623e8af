import { TableToolbar, type TableToolbarProps } from '../../ui/table/table-toolbar.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type LicenseFilter, statusOptions, viewOptions } from './license-filter.ts'

export interface LicenseToolbarProps extends Pick<TableToolbarProps, 'onSearch' | 'view' | 'children'> {
  readonly filter: LicenseFilter
  readonly total: number | undefined
}

/** Search, status, count and what one can do. */
export function LicenseToolbar({ filter, total, ...rest }: LicenseToolbarProps) {
  return (
    <TableToolbar
      {...rest}
      search={{ label: 'Search licenses', placeholder: 'Whole key or description', q: filter.q }}
      choices={[
        { name: 'status', label: 'Status', options: statusOptions, value: filter.status },
        { name: 'view', label: 'Use or date', options: viewOptions, value: filter.view },
      ]}
      count={total === undefined ? undefined : formatCount(total, 'license key')}
    />
  )
}
