import { lazyComponent } from '../lazy-component.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { MountOnFirstOpen } from './lazy-dialog.tsx'

const DialogWindow = lazyComponent(async () => (await import('./dialog-window.tsx')).DialogWindow)

/**
 * A window over the page, a bottom sheet on narrow screens. Gives the focus back to what opened it.
 * `<Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="New Application" onSubmit={create} footer={…}>…</Dialog>`
 */
export function Dialog(props: DialogProps) {
  return (
    <MountOnFirstOpen isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </MountOnFirstOpen>
  )
}
