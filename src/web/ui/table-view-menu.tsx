import { Columns3Cog } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import type { TableView } from './use-table-view.ts'

/** Which columns a table shows, and how high its rows are. It stays open while one chooses. */
export function ViewMenu({ view }: { readonly view: TableView }) {
  return (
    <Menu
      trigger={
        <IconButton
          label="Columns and rows"
          className="border border-control/60"
          icon={<Columns3Cog size={16} strokeWidth={1.75} aria-hidden />}
        />
      }
      entries={[
        ...view.columns.map(({ key, head, isShown }) => ({
          label: head,
          isChecked: isShown,
          onSelect: () => view.showColumn(key, !isShown),
        })),
        'separator',
        {
          label: 'Compact rows',
          isChecked: view.density === 'compact',
          onSelect: () => view.setDensity(view.density === 'compact' ? 'comfortable' : 'compact'),
        },
      ]}
    />
  )
}
