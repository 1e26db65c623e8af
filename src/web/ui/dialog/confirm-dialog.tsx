import { lazyComponent } from '../lazy-component.tsx'
import type { ConfirmDialogProps } from './confirm-window.tsx'
import { MountOnFirstOpen } from './lazy-dialog.tsx'

/** Nobody is asked at first sight, so the window comes when it is needed. */
const ConfirmWindow = lazyComponent(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

/**
 * Asks before something that cannot be undone. It stays open until the caller closes it, so that failures keep it.
 * `<ConfirmDialog isOpen={…} onOpenChange={…} title="Delete Application" text="…" confirmText="Delete Application" onConfirm={remove} />`
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <MountOnFirstOpen isOpen={props.isOpen}>
      <ConfirmWindow {...props} />
    </MountOnFirstOpen>
  )
}
