import { lazyComponent } from '../../ui/lazy-component.tsx'

/** The views of a list, above its toolbar. Fetched with the list, and as high before as after. */
export const ViewBar = lazyComponent(
  async () => (await import('./view-chips.tsx')).ViewChips,
  () => <div className="min-h-12 border-b border-line" />,
)
