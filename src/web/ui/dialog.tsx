import type { DialogProps } from './dialog-window.tsx'
import { FromFirstOpening } from './from-first-opening.tsx'
import { late } from './late.tsx'

const DialogWindow = late(async () => (await import('./dialog-window.tsx')).DialogWindow)

/**
 * A window over the page, a bottom sheet on narrow screens. Gives the focus back to what opened it.
 * `<Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="New Application" onSubmit={create} footer={…}>…</Dialog>`
 */
export function Dialog(props: DialogProps) {
  return (
    <FromFirstOpening isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </FromFirstOpening>
  )
}
