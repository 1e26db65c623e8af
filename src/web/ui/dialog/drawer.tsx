import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { overlayClass, scrollClass } from './dialog-class.ts'
import { currentOpener, returnFocus } from './return-focus.ts'

export interface DrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** Below the title: badges, one sentence. */
  readonly header?: ReactNode
  readonly children: ReactNode
}

/**
 * Everything about one row, at the right edge; the whole screen where that is narrow. Import it lazily.
 * `<Drawer isOpen={isOpen} onClose={close} title={user.username}>…</Drawer>`
 */
export function Drawer({ isOpen, onClose, title, header, children }: DrawerProps) {
  const opener = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Radix.Root open={isOpen} onOpenChange={(isOpening) => !isOpening && onClose()}>
      <Radix.Portal>
        {/* A press beside the drawer doesn't move the focus. */}
        <Radix.Overlay className={overlayClass} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col overflow-hidden low:block low:overflow-y-auto bg-overlay shadow-float outline-none data-[state=open]:animate-fade data-[state=closed]:animate-fade-out sm:max-w-[480px] sm:border-l sm:border-line"
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            event.preventDefault()
            content.current?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener.current)
          }}
          // Undo in a toast belongs to what was done in here.
          onInteractOutside={(event) => isInToast(event.detail.originalEvent) && event.preventDefault()}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line py-4 pr-3 pl-5">
            <div className="min-w-0 pt-1">
              <Radix.Title className="text-section font-semibold break-words">{title}</Radix.Title>
              {header}
            </div>
            <IconButton
              label="Close"
              size="sm"
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onClose}
            />
          </header>
          <div className={classNames(scrollClass, 'gap-6 px-5 py-5')}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function isInToast({ target }: Event): boolean {
  return target instanceof Element && target.closest('[aria-live="off"]') !== null
}
