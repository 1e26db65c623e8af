import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, useRef } from 'react'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { CardSort, TableHead } from './table-head.tsx'
import { rowGroupRole, tableRole } from './table-roles.ts'
import type { MoreRows, TableFilter, TableProps } from './table-types.ts'
import { useTableLayout } from './use-table-layout.ts'
import { VirtualRows } from './virtual-rows.tsx'

/**
 * The table of all lists. Sticky sortable header; only visible rows (and the focused one) are mounted; pages load while
 * scrolling; where the columns don't fit, rows become two-line cards. The page scrolls, not the table. `columns`,
 * `rowKey` and `actions` must be stable (defined outside the component, or memoized).
 * `<Table label="Users" columns={columns} rows={rows} rowKey={(user) => user.id} empty={<EmptyState … />} />`
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, sort, onSort, error, filter } = props
  // The first rows are rendered piece by piece: at once they would keep the page from answering.
  const isReady = useDeferredValue(props.rows !== undefined)
  const rows = isReady ? props.rows : undefined
  const frame = useRef<HTMLDivElement>(null)
  const hasActions = props.actions !== undefined
  const hasChecks = props.selection !== undefined
  const tracks = useMemo(() => gridTracks(columns, hasActions, hasChecks), [columns, hasActions, hasChecks])
  const layout = useTableLayout(frame, tracks)
  const height = props.density === 'compact' ? 40 : 52
  const isLoading = rows === undefined && error === undefined
  const isEmpty = rows?.length === 0
  const isBare = (isEmpty && filter === undefined) || (rows === undefined && error !== undefined)
  return (
    <div ref={frame} className={classNames('min-w-0', props.className)}>
      {layout.isCards && !isBare && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      <table
        {...tableRole}
        aria-label={label}
        aria-rowcount={rowCount(props)}
        aria-busy={isLoading || undefined}
        className={isBare ? 'hidden' : 'block'}
      >
        <TableHead
          {...{ columns, sort, onSort, hasActions, tracks }}
          isCards={layout.isCards}
          selection={props.selection}
        />
        {rows === undefined || isEmpty ? (
          <tbody {...rowGroupRole} />
        ) : (
          <VirtualRows {...props} {...{ rows, layout, tracks, height }} />
        )}
      </table>
      {isLoading && <TableSkeleton {...(layout.isCards ? cardSkeleton : { tracks, count: columns.length, height })} />}
      {rows === undefined && error !== undefined && <ErrorState {...error} onRetry={props.onRetry} />}
      {isEmpty && (filter === undefined ? props.empty : <NoMatch filter={filter} />)}
      {!isEmpty && <TableFoot more={props.more} />}
    </div>
  )
}

const cardSkeleton = { tracks: '1fr', count: 1, height: 68 }

function NoMatch({ filter }: { readonly filter: TableFilter }) {
  return (
    <EmptyState
      icon={SearchX}
      title={filter.title ?? texts.noMatches}
      text={filter.text}
      actions={<Button onClick={filter.onClear}>{texts.clearFilters}</Button>}
    />
  )
}

function gridTracks<Row>(columns: TableProps<Row>['columns'], hasActions: boolean, hasChecks: boolean): string {
  const widths = columns.map((column) => column.width ?? 'minmax(0, 1fr)')
  return [...(hasChecks ? ['1.25rem'] : []), ...widths, ...(hasActions ? ['3.5rem'] : [])].join(' ')
}

/** The ARIA row count with the header; -1 means unknown. */
function rowCount<Row>({ rows, total, more }: TableProps<Row>): number {
  if (total !== undefined) return total + 1
  return rows === undefined || more?.hasMore === true ? -1 : rows.length + 1
}

/** Below the last row while there are more pages: loading, failed, or a button for those who don't scroll. */
function TableFoot({ more }: { readonly more: MoreRows | undefined }) {
  if (more === undefined || !more.hasMore) return null
  return (
    <div className="flex h-14 items-center justify-center gap-3 px-4 text-second text-fg-2" role="status">
      {more.error !== undefined && <span className="text-bad">{more.error}</span>}
      {more.isLoading ? (
        <>
          <Spinner /> {texts.loading}
        </>
      ) : (
        <Button size="sm" onClick={more.load}>
          {more.error === undefined ? texts.loadMore : texts.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** Gray rows of the final height while the first page loads. */
function TableSkeleton({ tracks, count, height }: { tracks: string; count: number; height: number }) {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reordered
          key={row}
          className="grid items-center gap-4 border-b border-line px-4 sm:px-5"
          style={{ gridTemplateColumns: tracks, height }}
        >
          {Array.from({ length: count }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Skeleton key={cell} className={cell === 0 ? 'h-4 w-3/4' : 'h-4 w-1/2'} />
          ))}
        </div>
      ))}
    </div>
  )
}
