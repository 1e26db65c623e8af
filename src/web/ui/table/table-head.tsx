import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import * as texts from '../../texts/ui.ts'
import { classNames } from '../class-names.ts'
import { Select } from '../form/select.tsx'
import { foldedClass } from './filter-toggle.ts'
import { TableCheck } from './table-check.tsx'
import { headRole, rowGroupRole, rowRole } from './table-roles.ts'
import { nextSort, parseSort, sortText } from './table-rows.ts'
import type { Column, Sort, TableProps } from './table-types.ts'

type HeadProps<Row> = Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort' | 'selection'> & {
  readonly hasActions: boolean
  readonly isCards: boolean
  readonly tracks: string
}

/** The sticky header; visually hidden but still read out in the card layout. */
export function TableHead<Row>(props: HeadProps<Row>) {
  const { columns, sort, onSort, hasActions, isCards, tracks, selection } = props
  const cards = isCards ? cardHeads(columns) : undefined
  return (
    <thead
      {...rowGroupRole}
      className={isCards ? 'sr-only' : 'sticky top-(--top-bar) z-10 block border-b border-line bg-raised'}
    >
      <tr
        {...rowRole}
        aria-rowindex={1}
        className="grid h-10 items-center gap-4 px-4 sm:px-5"
        style={{ gridTemplateColumns: tracks }}
      >
        {selection !== undefined && (
          <th {...headRole} scope="col" className="grid place-items-center">
            {isCards ? (
              texts.selected
            ) : (
              <TableCheck
                label={texts.selectAllLoadedRows}
                isChecked={{ none: false, some: 'mixed' as const, all: true }[selection.head]}
                isDisabled={selection.isEmpty}
                onCheck={selection.onCheckAll}
              />
            )}
          </th>
        )}
        {cards?.map((text) => (
          <th key={text} {...headRole} scope="col">
            {text}
          </th>
        ))}
        {cards === undefined &&
          columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={column.isSortable ? onSort : undefined} />
          ))}
        {hasActions && (
          <th {...headRole} scope="col" className="text-right text-meta font-medium text-fg-2">
            {texts.actions}
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const isSorted = sort?.key === column.key
  const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'
  const Icon = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown }[direction]
  return (
    <th
      {...headRole}
      scope="col"
      aria-sort={onSort === undefined ? undefined : direction}
      className={classNames(
        'min-w-0 text-meta font-medium text-fg-2',
        column.align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {onSort === undefined ? (
        column.head
      ) : (
        <button
          type="button"
          className={classNames(
            'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-control px-1.5 hover:text-fg',
            isSorted && 'text-fg',
          )}
          onClick={() => onSort(nextSort(sort, column.key))}
        >
          {column.head}
          <Icon
            size={12}
            strokeWidth={2}
            className={classNames(
              'shrink-0',
              !isSorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
            aria-hidden
          />
        </button>
      )}
    </th>
  )
}

/** Cards merge columns: the label of the merged cells. */
function cardHeads<Row>(columns: readonly Column<Row>[]): string[] {
  const inPlace = (place: Column<Row>['card']) => columns.filter((column) => column.card === place)
  return [...inPlace('title'), ...inPlace('badges')]
    .map((column) => column.head)
    .concat(inPlace('details').length > 0 ? texts.details : [])
}

/** Sort control for the card layout, which has no header. */
export function CardSort<Row>({ columns, sort, onSort }: Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const sortable = columns.filter((column) => column.isSortable)
  if (onSort === undefined || sortable.length === 0) return null
  const options = sortable.flatMap(({ key, head }) => [
    { value: `${key}:asc`, label: texts.ascending(head) },
    { value: `${key}:desc`, label: texts.descending(head) },
  ])
  const unsorted = sort === undefined ? [{ value: '', label: texts.defaultOrder }] : []
  return (
    <div
      className={classNames(
        'flex items-center gap-2 border-b border-line bg-surface px-4 py-2 text-second text-fg-2',
        foldedClass,
      )}
    >
      <span className="shrink-0">{texts.sortBy}</span>
      <Select
        aria-label={texts.sortBy}
        className="grow"
        options={[...unsorted, ...options]}
        value={sort === undefined ? '' : sortText(sort)}
        onChange={(text) => {
          const chosen = parseSort(text)
          if (chosen !== undefined) onSort(chosen)
        }}
      />
    </div>
  )
}
