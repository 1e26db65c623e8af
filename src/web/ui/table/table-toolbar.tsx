import { Columns3Cog, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { SearchInput } from '../form/search-input.tsx'
import { Select } from '../form/select.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu, type MenuEntry } from '../menu.tsx'
import { filterToggle } from './filter-toggle.ts'
import type { TableView } from './use-table-view.ts'

interface Choice {
  /** The search parameter. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Undefined: the option with the blank value. */
  readonly value: string | undefined
}

export interface TableToolbarProps {
  /** Changes the address; undefined removes a parameter. */
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  /** The parameter `q`. */
  readonly search?: { readonly label: string; readonly placeholder?: string; readonly q: string | undefined }
  readonly choices: readonly (Choice | undefined)[]
  /** How many rows match, as text; undefined while unknown. */
  readonly count?: string | undefined
  /** Beside the filters: active filters without a control of their own. */
  readonly note?: ReactNode
  readonly view?: TableView
  /** Buttons at the right end; on narrow screens those that aren't menus share the width equally. */
  readonly children?: ReactNode
}

/**
 * The bar above a table: search, filters, count and actions. Its state is in the address.
 * `<TableToolbar onSearch={onSearch} search={{ label: 'Search users', q }} choices={[{ name: 'status', …
 * }]}>…</TableToolbar>`
 */
export function TableToolbar({ onSearch, search, choices, count, note, view, children }: TableToolbarProps) {
  const [areShown, setAreShown] = useState(false)
  const given = choices.filter((choice) => choice !== undefined)
  const chosen = given.filter(({ value }) => value !== undefined).length
  // Where there is a search, a phone shows it alone with a button for the rest: the list begins higher.
  const folds = search !== undefined
  const isNarrowed = Boolean(search?.q) || chosen > 0
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3 sm:px-4">
      {search && (
        <SearchInput
          {...search}
          className="min-w-0 grow basis-40 sm:basis-56 sm:max-w-80"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined })}
        />
      )}
      {folds && (
        <Button
          className="sm:hidden"
          icon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
          aria-expanded={areShown}
          {...filterToggle}
          onClick={() => setAreShown(!areShown)}
        >
          {chosen === 0 ? texts.filter : texts.filterOf(chosen)}
        </Button>
      )}
      <div className={classNames('contents', folds && !areShown && 'max-sm:hidden')}>
        {given.map((choice) => (
          <Select
            key={choice.name}
            aria-label={choice.label}
            className="max-sm:min-w-32 max-sm:flex-1 sm:max-w-64"
            options={choice.options}
            value={choice.value ?? ''}
            onChange={(value) => onSearch({ [choice.name]: value || undefined })}
          />
        ))}
        {view && <ViewMenu view={view} />}
      </div>
      {note}
      <span
        role="status"
        className={classNames(
          'text-second text-fg-3 tabular-nums empty:absolute',
          folds && !isNarrowed ? 'max-sm:sr-only' : 'max-sm:order-last max-sm:w-full',
        )}
      >
        {count}
      </span>
      <div className="ml-auto flex gap-2 empty:hidden max-sm:has-[>:not([aria-haspopup=menu])]:w-full max-sm:[&>:not([aria-haspopup=menu])]:flex-1">
        {children}
      </div>
    </div>
  )
}

/** The menu for columns and row height; stays open while choosing. */
function ViewMenu({ view }: { readonly view: TableView }) {
  return (
    <ToolbarMenu
      label={texts.columnsAndRows}
      icon={Columns3Cog}
      entries={[
        ...view.columns.map(({ key, head, isShown }) => ({
          label: head,
          isChecked: isShown,
          onSelect: () => view.showColumn(key, !isShown),
        })),
        'separator',
        {
          label: texts.compactRows,
          isChecked: view.density === 'compact',
          onSelect: () => view.setDensity(view.density === 'compact' ? 'comfortable' : 'compact'),
        },
      ]}
    />
  )
}

interface ToolbarMenuProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly entries: readonly MenuEntry[]
}

/** A menu under a framed icon, at the right end of a toolbar. */
export function ToolbarMenu({ label, icon: Icon, entries }: ToolbarMenuProps) {
  const icon = <Icon size={16} strokeWidth={1.75} aria-hidden />
  return (
    <Menu trigger={<IconButton label={label} className="border border-control/60" icon={icon} />} entries={entries} />
  )
}
