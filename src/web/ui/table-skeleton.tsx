import { Skeleton } from './skeleton.tsx'

/** Gray rows of the final height while the first page loads. */
export function TableSkeleton({ tracks, count, height }: { tracks: string; count: number; height: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 8 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change places
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
