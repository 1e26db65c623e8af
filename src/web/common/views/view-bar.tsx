import { classNames } from '../../ui/class-names.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { unfoldedClass } from '../../ui/table/filter-toggle.ts'

/** The views of a list, above its toolbar. Fetched with the list, and as high before as after. */
export const ViewBar = lazyComponent(
  async () => (await import('./view-chips.tsx')).ViewChips,
  () => <div className={classNames('min-h-12 border-b border-line', unfoldedClass)} />,
)
