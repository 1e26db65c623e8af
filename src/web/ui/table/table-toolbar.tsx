import { Columns3Cog } from 'lucide-react'
import type { ReactNode } from 'react'
import { SearchInput } from '../form/search-input.tsx'
import { Select } from '../form/select.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu } from '../menu.tsx'
import type { TableView } from './use-table-view.ts'

interface Choice {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Undefined: the option with the blank value. */
  readonly value: string | undefined
}

export interface TableToolbarProps {
  /** Changes the address; undefined drops a parameter. */
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  /** The parameter `q`. */
  readonly search?: { readonly label: string; readonly placeholder?: string; readonly q: string | undefined }
  readonly choices: readonly (Choice | undefined)[]
  /** How many match, in words; undefined while that is not known. */
  readonly count?: string | undefined
  /** Beside the choices: what is in force without being one. */
  readonly note?: ReactNode
  readonly view?: TableView
  /** Buttons at the right end; a narrow screen gives each that is no menu an equal share. */
  readonly children?: ReactNode
}

/**
 * What stands above a table: search, choices, count and what one can do. All of it is in the address.
 * `<TableToolbar onSearch={onSearch} search={{ label: 'Search users', q }} choices={[{ name: 'status', … }]}>…</TableToolbar>`
 */
export function TableToolbar({ onSearch, search, choices, count, note, view, children }: TableToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
      {search && (
        <SearchInput
          {...search}
          className="grow basis-56 max-sm:basis-full sm:max-w-80"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined })}
        />
      )}
      {choices.map(
        (choice) =>
          choice && (
            <Select
              key={choice.name}
              aria-label={choice.label}
              className="max-sm:min-w-32 max-sm:flex-1 sm:max-w-64"
              options={choice.options}
              value={choice.value ?? ''}
              onChange={(value) => onSearch({ [choice.name]: value || undefined })}
            />
          ),
      )}
      {view && <ViewMenu view={view} />}
      {note}
      <span role="status" className="text-second text-fg-3 tabular-nums empty:absolute max-sm:order-last max-sm:w-full">
        {count}
      </span>
      <div className="ml-auto flex gap-2 empty:hidden max-sm:w-full max-sm:[&>:not([aria-haspopup=menu])]:flex-1">
        {children}
      </div>
    </div>
  )
}

/** Which columns a table shows, and how high its rows are. It stays open while one chooses. */
function ViewMenu({ view }: { readonly view: TableView }) {
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
