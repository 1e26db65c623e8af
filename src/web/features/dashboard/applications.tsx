import { AppWindow, Plus, RefreshCw, SearchX } from 'lucide-react'
import * as texts from '../../texts/dashboard.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { ApplicationCard } from './application-card.tsx'
import { ApplicationGrid } from './application-grid.tsx'
import { useApplicationLayout } from './application-layout.ts'
import { matchesSearch } from './matches-search.ts'
import type { Application } from './use-applications.ts'

const ApplicationTable = lazyComponent(
  async () => (await import('./application-table.tsx')).ApplicationTable,
  () => <Skeleton className="h-96 w-full rounded-card" />,
)
const DeleteApplicationDialog = lazyDialog(
  async () => (await import('./delete-application-dialog.tsx')).DeleteApplicationDialog,
)

/** The search, and the choice of a table, are shown from this many applications. */
const manyFrom = 7

export interface ApplicationsProps {
  readonly applications: readonly Application[]
  /** Own or all applications; absent if there are no others. */
  readonly scope: { readonly isAll: boolean; readonly onChange: (isAll: boolean) => void } | undefined
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onNew: () => void
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
}

/** The cards with their filters, and the dialog that deletes an application. */
export function Applications(props: ApplicationsProps) {
  const { applications, scope, search, onSearch, onNew, onRefresh, isRefreshing } = props
  const [layout, setLayout] = useApplicationLayout()
  const deletion = useDialogValue<Application>()
  const { open: askDeletion } = deletion
  if (applications.length === 0 && scope === undefined) return <NoApplications onNew={onNew} />
  const isMany = applications.length >= manyFrom
  const hasSearch = isMany || search !== ''
  const shown = hasSearch ? applications.filter((application) => matchesSearch(application, search)) : applications
  return (
    <section aria-labelledby="applications" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="applications" className="grow text-section font-semibold">
          {texts.applications}
        </h2>
        {hasSearch && (
          <>
            <p role="status" className="text-second text-fg-3 tabular-nums">
              {formatCount(shown.length, 'application')}
            </p>
            <SearchInput
              label={texts.searchApplications}
              value={search}
              onSearch={onSearch}
              className="sm:w-72 max-sm:order-1 max-sm:min-w-0 max-sm:grow max-sm:basis-56"
            />
          </>
        )}
        {isMany && <Segmented label={texts.layout} options={layouts} value={layout} onChange={setLayout} />}
        {scope !== undefined && <MineOrAll {...scope} />}
        <IconButton
          label={texts.refresh}
          className={classNames(hasSearch && 'max-sm:order-2')}
          icon={<RefreshCw size={16} strokeWidth={1.75} className={classNames(isRefreshing && 'animate-turn')} />}
          onClick={onRefresh}
        />
      </div>
      {applications.length === 0 && <NoApplications onNew={onNew} />}
      {applications.length > 0 && shown.length === 0 && <NoMatch search={search} onClear={() => onSearch('')} />}
      {isMany && layout === 'table' && shown.length > 0 ? (
        <ApplicationTable applications={shown} onDelete={askDeletion} />
      ) : (
        <ApplicationGrid>
          {shown.map((application) => (
            <ApplicationCard key={application.id} application={application} onDelete={() => askDeletion(application)} />
          ))}
        </ApplicationGrid>
      )}
      {deletion.value && <DeleteApplicationDialog application={deletion.value} {...deletion.dialog} />}
    </section>
  )
}

function NoApplications({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-control/60 bg-surface">
      <EmptyState
        icon={AppWindow}
        title={texts.noApplicationsYet}
        text={texts.createYourFirstApplication}
        actions={
          <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={onNew}>
            {texts.createYourFirstApplicationText}
          </Button>
        }
      />
    </div>
  )
}

function NoMatch({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={texts.noMatches}
      text={texts.noApplicationsMatch(search)}
      actions={<Button onClick={onClear}>{texts.clearSearch}</Button>}
    />
  )
}

interface MineOrAllProps {
  readonly isAll: boolean
  readonly onChange: (isAll: boolean) => void
}

const layouts = [
  { value: 'cards', label: texts.cards },
  { value: 'table', label: texts.table },
] as const

const options = [
  { value: 'mine', label: texts.mine },
  { value: 'all', label: texts.all },
] as const

/** Switches between own applications and those of all accounts. */
function MineOrAll({ isAll, onChange }: MineOrAllProps) {
  return (
    <Segmented
      label={texts.whoseApplications}
      options={options}
      value={isAll ? 'all' : 'mine'}
      onChange={(value) => onChange(value === 'all')}
    />
  )
}
