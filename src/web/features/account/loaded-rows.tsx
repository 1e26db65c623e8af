import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'

export interface LoadedRowsProps<Row> {
  /** The query that loads the rows. */
  readonly of: {
    readonly data: readonly Row[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** `No tokens yet` */
  readonly none: string
  /** Renders one row, with its key. */
  readonly row: (row: Row) => ReactNode
}

/** The rows of a card: loading, failed, empty, or one per record. */
export function LoadedRows<Row>({ of: { data, error, refetch }, none, row }: LoadedRowsProps<Row>) {
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  if (data.length > 0) return <ul className="divide-y divide-line">{data.map(row)}</ul>
  return (
    <p className="flex items-center gap-2.5 text-fg-2">
      <KeyRound size={16} strokeWidth={1.75} className="text-fg-3" aria-hidden />
      {none}
    </p>
  )
}
