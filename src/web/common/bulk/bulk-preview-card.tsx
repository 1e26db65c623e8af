import { ArrowRight, CircleAlert } from 'lucide-react'
import * as texts from '../../texts/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatCount, formatDateTime } from '../../ui/text/format.ts'
import type { BulkPreview } from './bulk-target.ts'

export interface BulkPreviewCardProps {
  /** Undefined while the rows are counted. */
  readonly preview: BulkPreview | undefined
  readonly noun: string
  /** What happens to the rows: `will change`. */
  readonly fate: string
  readonly error: Error | null | undefined
  /** The options are complete. */
  readonly isAsked: boolean
  readonly onRetry: () => void
}

/** How many rows would change, with some examples. */
export function BulkPreviewCard({ preview, noun, fate, error, isAsked, onRetry }: BulkPreviewCardProps) {
  return (
    <div className="flex min-h-24 flex-col gap-3">
      {error && (
        <div role="alert" className="flex items-center gap-2.5 text-second text-bad">
          <CircleAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          <span className="grow">{error.message}</span>
          <Button size="sm" onClick={onRetry}>
            {texts.refreshPreview}
          </Button>
        </div>
      )}
      <div role="status">{preview !== undefined && <Counts {...{ preview, noun, fate }} />}</div>
      {preview === undefined && isAsked && !error && <Skeleton className="h-20 w-full" />}
      {preview !== undefined && preview.sample.length > 0 && <Sample preview={preview} />}
    </div>
  )
}

type CountsProps = Pick<BulkPreviewCardProps, 'noun' | 'fate'> & { readonly preview: BulkPreview }

function Counts({ preview: { total, changing, reviving, canUndo }, noun, fate }: CountsProps) {
  const rest = total - changing
  return (
    <>
      <p className="font-medium">
        {changing === total ? `${formatCount(changing, noun)} ${fate}.` : texts.ofOf2(changing, total, noun, fate)}
      </p>
      {reviving > 0 && (
        <p className="text-second text-warn">{texts.wouldBecomeActiveAgain(reviving, texts.expired(noun))}</p>
      )}
      <p className="text-second text-fg-2">
        {rest > 0 && texts.unchanged(rest, rest === 1 ? 'stays' : 'stay')}
        {canUndo ? texts.youCanUndoThis : texts.thisActionCannotBe}
      </p>
    </>
  )
}

function Sample({ preview: { sample, changing } }: { readonly preview: BulkPreview }) {
  return (
    <ul
      className="divide-y divide-line rounded-inner border border-line bg-bg/40 text-second"
      aria-label={texts.examples}
    >
      {sample.map(({ id, name, before, after }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
          <bdi className="min-w-0 basis-40 grow truncate font-medium">{name}</bdi>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-fg-2">
            {readable(before)}
            <ArrowRight
              size={14}
              strokeWidth={1.75}
              className="shrink-0 text-fg-3"
              role="img"
              aria-label={texts.becomes}
            />
            <span className="text-fg">{readable(after)}</span>
          </span>
        </li>
      ))}
      {changing > sample.length && <li className="px-3 py-1.5 text-fg-3">{texts.andMore(changing - sample.length)}</li>}
    </ul>
  )
}

/** The API uses UTC; shown in the viewer's time zone. */
function readable(words: string): string {
  return words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) => formatDateTime(iso))
}
