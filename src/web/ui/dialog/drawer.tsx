import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import * as texts from '../../texts/ui.ts'
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
 * Everything about one row, at the right edge; the whole screen where that is narrow. Where there is room it stands
 * beside the list, which works on. Import it lazily.
 * `<Drawer isOpen={isOpen} onClose={close} title={user.username}>…</Drawer>`
 */
export function Drawer({ isOpen, onClose, title, header, children }: DrawerProps) {
  const opener = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isBeside = useSyncExternalStore(room.subscribe, room.isThere)
  useMakeRoom(isOpen && isBeside)
  return (
    <Radix.Root open={isOpen} modal={!isBeside} onOpenChange={(isOpening) => !isOpening && onClose()}>
      <Radix.Portal>
        {/* A press beside the drawer doesn't move the focus. */}
        <Radix.Overlay className={overlayClass} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          data-beside={isBeside || undefined}
          className={classNames(
            'fixed right-0 bottom-0 flex w-full flex-col overflow-hidden low:block low:overflow-y-auto bg-overlay shadow-float outline-none data-[state=open]:animate-fade data-[state=closed]:animate-fade-out sm:max-w-[480px] sm:border-l sm:border-line',
            isBeside ? 'top-(--top-bar) z-20' : 'top-0 z-50',
          )}
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            event.preventDefault()
            content.current?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isInList()) returnFocus(opener.current)
          }}
          // Undo in a toast belongs to what was done in here.
          onInteractOutside={(event) => (isBeside || isInToast(event.detail.originalEvent)) && event.preventDefault()}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line py-4 pr-3 pl-5">
            <div className="min-w-0 pt-1">
              <Radix.Title className="text-section font-semibold break-words">{title}</Radix.Title>
              {header}
            </div>
            <IconButton
              label={texts.close}
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

/** Room for a drawer beside the list. */
const query = matchMedia('(min-width: 1280px)')
const room = {
  isThere: () => query.matches,
  subscribe: (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  },
}

/** Narrows the page to what the drawer leaves, as `index.css` says. */
function useMakeRoom(isWanted: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-beside', isWanted)
    return () => document.documentElement.removeAttribute('data-beside')
  }, [isWanted])
}

/** The focus has moved on to a row, which has it now. */
const isInList = () => document.activeElement?.closest('main [data-list]') != null

function isInToast({ target }: Event): boolean {
  return target instanceof Element && target.closest('[aria-live="off"]') !== null
}
