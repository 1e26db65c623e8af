import { BookmarkPlus, ChevronDown } from 'lucide-react'
import * as texts from '../../texts/views.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { unfoldedClass } from '../../ui/table/filter-toggle.ts'
import { type SavedView, useChangeView, useDeleteView, useSavedViews, type ViewPlace } from './use-saved-views.ts'
import type { NamedView } from './view-dialog.tsx'
import { viewChange, viewQuery } from './view-query.ts'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)

type Search = Readonly<Record<string, string | undefined>>

export interface ViewChipsProps extends ViewPlace {
  readonly search: Search
  /** The parameters of the address that a view keeps. */
  readonly parameters: readonly string[]
  /** Views that every list of this kind has. */
  readonly presets: readonly { readonly name: string; readonly query: string }[]
  readonly onSearch: (change: Search) => void
}

/** The views of a list: all, those that everybody has, the own ones, and a button that saves the filters as one. */
export function ViewChips({ screen, applicationId, search, parameters, presets, onSearch }: ViewChipsProps) {
  const place = { screen, applicationId }
  const own = useSavedViews(place)
  const naming = useDialogValue<NamedView>()
  const now = viewQuery(search, parameters)
  const isKept = [...presets, ...(own ?? [])].some(({ query }) => query === now)
  const chip = ({ name, query }: { readonly name: string; readonly query: string }) => (
    <Chip name={name} isOn={query === now} onPress={() => onSearch(viewChange(query, parameters))} />
  )
  return (
    <fieldset
      className={classNames(
        'flex min-h-12 min-w-0 items-center gap-1.5 overflow-x-auto border-b border-line px-3 py-1.5 sm:flex-wrap sm:px-4',
        unfoldedClass,
      )}
    >
      <legend className="sr-only">{texts.views}</legend>
      {chip({ name: texts.all, query: '' })}
      {presets.map((preset) => (
        <span key={preset.name} className="shrink-0">
          {chip(preset)}
        </span>
      ))}
      {own?.map((view) => (
        <span key={view.id} className="inline-flex shrink-0 items-center">
          {chip(view)}
          <ViewMenu view={view} now={now} onRename={() => naming.open(view)} />
        </span>
      ))}
      {now !== '' && own !== undefined && !isKept && (
        <Button
          size="sm"
          variant="ghost"
          className="shrink-0"
          icon={<BookmarkPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => naming.open({ ...place, query: now })}
        >
          {texts.saveView}
        </Button>
      )}
      {naming.value && <ViewDialog view={naming.value} {...naming.dialog} />}
    </fieldset>
  )
}

interface ChipProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPress: () => void
}

function Chip({ name, isOn, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'h-8 shrink-0 rounded-full border px-3 text-second font-medium touch:h-11',
        isOn ? 'border-control bg-overlay text-fg' : 'border-line text-fg-2 hover:text-fg',
      )}
    >
      <bdi>{name}</bdi>
    </button>
  )
}

interface ViewMenuProps {
  readonly view: SavedView
  /** The filters of the list as they are. */
  readonly now: string
  readonly onRename: () => void
}

function ViewMenu({ view, now, onRename }: ViewMenuProps) {
  const { mutate: change } = useChangeView()
  const { mutate: remove } = useDeleteView()
  const icon = <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
  return (
    <Menu
      trigger={<IconButton label={texts.actionsForTheView(view.name)} icon={icon} size="sm" />}
      entries={[
        { label: texts.rename, onSelect: onRename },
        {
          label: texts.saveCurrentFilters,
          disabledReason: now === view.query ? texts.theFiltersHaventChanged : undefined,
          onSelect: () => change({ id: view.id, query: now }),
        },
        'separator',
        { label: texts.deleteText, tone: 'danger', onSelect: () => remove(view) },
      ]}
    />
  )
}
