import { CircleAlert } from 'lucide-react'

/** The line broke, and the server can't be asked yet whether the change was made. */
export function BulkUnsure() {
  return (
    <div role="alert" className="flex items-start gap-2.5 py-2">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div>
        <p className="font-medium">Connection lost. The change may have been made.</p>
        <p className="text-second text-fg-2">Check again once you are connected. Nothing is changed a second time.</p>
      </div>
    </div>
  )
}
