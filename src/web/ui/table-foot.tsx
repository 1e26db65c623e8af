import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import type { MoreRows } from './table-types.ts'

/** Below the last row while more are to come: on its way, failed, or a button for those who do not scroll. */
export function TableFoot({ more }: { readonly more: MoreRows | undefined }) {
  if (more === undefined || !more.hasMore) return null
  return (
    <div className="flex h-14 items-center justify-center gap-3 px-4 text-second text-fg-2" role="status">
      {more.error !== undefined && <span className="text-bad">{more.error}</span>}
      {more.isLoading ? (
        <>
          <Spinner /> Loading...
        </>
      ) : (
        <Button size="sm" onClick={more.load}>
          {more.error === undefined ? 'Load more' : 'Try again'}
        </Button>
      )}
    </div>
  )
}
