import { formatCount, formatNumber } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import type { BulkRun } from './use-bulk-run.ts'

/** How far a change has come. Quarters are read out, not every batch. */
export function BulkProgress({ run: { done, total }, noun }: { readonly run: BulkRun; readonly noun: string }) {
  const quarter = total === 0 ? 0 : Math.floor((done / total) * 4) * 25
  return (
    <div className="flex flex-col gap-3 py-4">
      <ProgressBar label="Progress" value={done} max={total} />
      <p className="text-second text-fg-2 tabular-nums" aria-hidden>
        {formatNumber(done)} of {formatCount(total, noun)}
      </p>
      <p role="status" className="sr-only">
        {quarter} percent done
      </p>
    </div>
  )
}
