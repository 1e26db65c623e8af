import { classNames } from '../../ui/class-names.ts'
import { formatNumber } from '../../ui/format.ts'

/** How many sessions live, as dot and words. */
export function OnlineCount({ count }: { readonly count: number }) {
  const isLive = count > 0
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-second tabular-nums',
        isLive ? 'font-medium text-info' : 'text-fg-3',
      )}
    >
      <span
        className={classNames(
          'size-2 rounded-full forced-colors:bg-[CanvasText]',
          isLive ? 'bg-info ring-3 ring-info/20' : 'border border-control',
        )}
        aria-hidden
      />
      {`${formatNumber(count)} online`}
    </span>
  )
}
