import { memo, type ReactNode } from 'react'
import * as texts from '../../texts/ui.ts'
import { classNames } from '../class-names.ts'
import { TableCheck } from './table-check.tsx'
import { cellRole, rowRole } from './table-roles.ts'
import type { Column, TableSelection } from './table-types.ts'

interface RowProps<Row> {
  readonly row: Row
  readonly rowId: number
  readonly index: number
  readonly top: number
  readonly columns: readonly Column<Row>[]
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly isCards: boolean
  readonly isSelected: boolean
  /** Undefined when rows aren't selectable. */
  readonly isChecked: boolean | undefined
  readonly onCheck: TableSelection<Row>['onCheck'] | undefined
  readonly nameOf: TableSelection<Row>['nameOf'] | undefined
  readonly tracks: string
  readonly height: number
  /** Absent where the height is fixed. */
  readonly measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

function Row<R>(props: RowProps<R>) {
  const { index, top, isCards, isSelected, isChecked, tracks, height, measure } = props
  return (
    <tr
      {...rowRole}
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      className={classNames(
        'absolute inset-x-0 top-0 print:relative print:transform-none! print:break-inside-avoid border-b border-line transition-colors duration-100',
        isSelected || isChecked ? 'bg-raised' : 'hover:bg-surface',
        isCards
          ? classNames(
              'flex flex-wrap items-center gap-x-2 gap-y-1 py-2.5 pr-14',
              isChecked === undefined ? 'pl-4' : 'pl-12',
            )
          : 'grid items-center gap-4 px-4 sm:px-5',
      )}
      style={{
        transform: `translateY(${top}px)`,
        ...(isCards ? { minHeight: height } : { gridTemplateColumns: tracks, height }),
      }}
    >
      <CheckCell {...props} />
      {isCards ? <CardCells {...props} /> : <Cells {...props} />}
    </tr>
  )
}

/** Memoized: scrolling moves the table without rendering its rows. */
export const TableRow = memo(Row) as typeof Row

function CheckCell<R>({ row, rowId, isCards, isChecked, onCheck, nameOf }: RowProps<R>) {
  if (isChecked === undefined || onCheck === undefined) return null
  return (
    <td
      {...cellRole}
      className={
        isCards ? 'absolute inset-y-0 left-0 flex w-12 items-center justify-center' : 'grid place-items-center'
      }
    >
      <TableCheck
        label={texts.select(nameOf?.(row) ?? rowId)}
        isChecked={isChecked}
        onCheck={(isIn, isRange) => onCheck(rowId, isIn, isRange)}
      />
    </td>
  )
}

function Cells<R>({ row, columns, actions }: RowProps<R>) {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.key}
          {...cellRole}
          data-title={column.card === 'title' || undefined}
          className={classNames('min-w-0', column.align === 'end' && 'text-right')}
        >
          {column.cell(row)}
        </td>
      ))}
      <ActionsCell {...{ row, actions }} className="flex justify-end" />
    </>
  )
}

function CardCells<R>({ row, columns, actions }: RowProps<R>) {
  const draw = (column: Column<R>) => (column.cardCell ?? column.cell)(row)
  const inPlace = (place: Column<R>['card']) => columns.filter((column) => column.card === place)
  const details = inPlace('details')
  return (
    <>
      {inPlace('title').map((column) => (
        <td key={column.key} {...cellRole} data-title className="min-w-0 max-w-full font-medium">
          {draw(column)}
        </td>
      ))}
      {inPlace('badges').map((column) => (
        <td key={column.key} {...cellRole}>
          {draw(column)}
        </td>
      ))}
      {details.length > 0 && (
        <td {...cellRole} className="-my-1 min-w-0 basis-full overflow-clip py-1 text-second text-fg-2">
          {/* Each fact is preceded by a dot; the first of a line has its dot clipped at the edge. */}
          <div className="-ml-4 flex flex-wrap">
            {details.map((column) => (
              <span key={column.key} className="relative inline-flex min-w-0 items-center gap-1.5 pl-4">
                <span className="absolute left-1.5 text-fg-3" aria-hidden>
                  ·
                </span>
                {column.cardHead !== '' && (
                  <span className="shrink-0 whitespace-nowrap text-fg-3">{column.cardHead ?? column.head}</span>
                )}{' '}
                {draw(column)}
              </span>
            ))}
          </div>
        </td>
      )}
      <ActionsCell {...{ row, actions }} className="absolute inset-y-0 right-1.5 flex items-center" />
    </>
  )
}

type ActionsCellProps<R> = Pick<RowProps<R>, 'row' | 'actions'> & { readonly className: string }

function ActionsCell<R>({ row, actions, className }: ActionsCellProps<R>) {
  if (actions === undefined) return null
  return (
    <td {...cellRole} className={className}>
      {actions(row)}
    </td>
  )
}
