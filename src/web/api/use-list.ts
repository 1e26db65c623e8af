import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rowsOfPages } from '../ui/table/table-rows.ts'
import type { TableProps } from '../ui/table/table-types.ts'
import { ApiError } from './api-error.ts'
import { type Page, withRows } from './page.ts'
import type { PagesKey } from './query-keys/keys.ts'

/** The first page fills the largest screen; it is part of what the first visit loads. */
const firstPageSize = '50'
const pageSize = '100'

/** Which page to read. */
interface Paging {
  readonly limit: string
  readonly cursor?: string
}

export interface ListOptions<Row> {
  /** `userKeys.list(id, filter)` */
  readonly queryKey: PagesKey<Row>
  readonly read: (paging: Paging, signal: AbortSignal) => Promise<Page<Row>>
  readonly rowKey: (row: Row) => string | number
}

type ListData<Row> = Pick<TableProps<Row>, 'rows' | 'total' | 'more' | 'error' | 'onRetry' | 'rowKey'> & {
  /** The rows are those of the previous filter while this one loads. */
  readonly isPrevious: boolean
}

/**
 * A paged list in the form `Table` takes. While another filter loads, the old rows stay.
 * `const users = useList({ queryKey, rowKey, read: (paging) => apiList('GET …/users', { params, query: { ...filter,
 * ...paging } }) })`
 */
export function useList<Row>({ queryKey, read, rowKey }: ListOptions<Row>): ListData<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const readFrom = (cursor: string) => read({ limit: pageSize, cursor }, signal)
      const page = await (pageParam === undefined ? read({ limit: firstPageSize }, signal) : readFrom(pageParam))
      return withRows(page, readFrom)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Row>) => page.next,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const rows = useMemo(
    () =>
      pages &&
      rowsOfPages(
        pages.map((page) => page.items),
        rowKey,
      ),
    [pages, rowKey],
  )
  return {
    rows,
    rowKey,
    isPrevious: query.isPlaceholderData,
    total: pages?.[0]?.total,
    more: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
      error: query.isFetchNextPageError ? query.error.message : undefined,
    },
    error: query.isError && rows === undefined ? loadError(query.error) : undefined,
    onRetry: () => void query.refetch(),
  }
}

/** What a table shows instead of rows that could not be loaded. */
export function loadError(error: Error) {
  return { message: error.message, requestId: error instanceof ApiError ? error.requestId : undefined }
}
