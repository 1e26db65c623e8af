import type { ConfirmDialogProps } from './confirm-window.tsx'
import { FromFirstOpening } from './from-first-opening.tsx'
import { late } from './late.tsx'

/** Nobody is asked at first sight, so the window comes when it is needed. */
const ConfirmWindow = late(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

/**
 * Asks before something that cannot be undone. It stays open until the caller closes it, so that failures keep it.
 * `<ConfirmDialog isOpen={…} onOpenChange={…} title="Delete Application" text="…" confirmText="Delete Application" onConfirm={remove} />`
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <FromFirstOpening isOpen={props.isOpen}>
      <ConfirmWindow {...props} />
    </FromFirstOpening>
  )
}
