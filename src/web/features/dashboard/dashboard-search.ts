import { oneOf, textOf } from '../../common/address/search-text.ts'

export interface DashboardSearch {
  readonly dialog?: 'new-application' | undefined
  readonly q?: string | undefined
  /** `all`: other accounts' applications too. */
  readonly show?: 'all' | undefined
  /** The time of the totals. */
  readonly range?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    dialog: oneOf(['new-application'], search.dialog),
    q: textOf(search.q),
    show: oneOf(['all'], search.show),
    range: textOf(search.range),
    from: textOf(search.from),
    to: textOf(search.to),
  }
}
