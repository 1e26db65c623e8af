import { CircleAlert } from 'lucide-react'

/** What the server said to a change that failed; the toast holds the catalogue's text alone. */
export function ServerAnswer({ error }: { readonly error: Error | null }) {
  if (error === null || error.message === '') return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-second text-bad">
      <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
      {error.message}
    </p>
  )
}
