import * as texts from '../../texts/licenses.ts'
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
      search={{ label: texts.searchLicenses, placeholder: texts.wholeKeyOrDescription, q: filter.q }}
      choices={[
        { name: 'status', label: texts.status, options: statusOptions, value: filter.status },
        { name: 'view', label: texts.useOrDate, options: viewOptions, value: filter.view },
      ]}
      count={total === undefined ? undefined : formatCount(total, texts.licenseKeyText)}
    />
  )
}
