import { CircleCheck } from 'lucide-react'

/** What a change did, read out when it appears. */
export function Said({ text }: { readonly text: string | undefined }) {
  return (
    <div role="status">
      {text !== undefined && (
        <p className="mt-3 flex items-center gap-1.5 text-second text-ok">
          <CircleCheck size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {text}
        </p>
      )}
    </div>
  )
}
