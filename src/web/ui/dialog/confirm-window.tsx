import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import type { Right } from '../../../shared/rights.ts'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { overlayClass, scrollClass, sheetClass } from './dialog-class.ts'
import type { DialogState } from './opening.tsx'
import { currentOpener, returnFocus } from './return-focus.ts'

export interface ConfirmDialogProps extends DialogState {
  readonly title: string
  readonly text: ReactNode
  readonly confirmText: string
  readonly cancelText?: string
  /** The confirm button's text while the action runs, such as `Deleting...`. */
  readonly pendingText?: string | undefined
  readonly isPending?: boolean | undefined
  readonly tone?: 'danger' | 'primary'
  /** Why it can't be confirmed yet, such as a name still to be typed. */
  readonly disabledReason?: string | undefined
  /** The right that confirming needs. */
  readonly needs?: Right | undefined
  readonly onConfirm: () => void
  /** More than text, such as a field that asks for the name. */
  readonly children?: ReactNode
}

/** What `ConfirmDialog` fetches. */
export function ConfirmWindow(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, confirmText, cancelText = texts.cancel, isPending = false } = props
  const opener = useRef<HTMLElement>(null)
  return (
    <Radix.Root open={isOpen} onOpenChange={(isOpening) => !isOpening && !isPending && onClose()}>
      <Radix.Portal>
        {/* A press beside the dialog doesn't move the focus. */}
        <Radix.Overlay className={overlayClass} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          className={classNames(sheetClass, 'sm:max-w-[448px]')}
          onOpenAutoFocus={() => {
            opener.current = currentOpener()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener.current)
          }}
        >
          <div className={classNames(scrollClass, 'gap-4 p-5')}>
            <div>
              <Radix.Title className="text-section font-semibold">{title}</Radix.Title>
              <Radix.Description className="mt-1.5 text-fg-2">{text}</Radix.Description>
            </div>
            {props.children}
          </div>
          <footer className="flex justify-end gap-2 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] max-sm:[&>*]:flex-1">
            <Radix.Cancel asChild>
              <Button disabled={isPending}>{cancelText}</Button>
            </Radix.Cancel>
            <Button
              variant={props.tone ?? 'danger'}
              isBusy={isPending}
              disabledReason={props.disabledReason}
              needs={props.needs}
              onClick={props.onConfirm}
              busyText={props.pendingText}
            >
              {confirmText}
            </Button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
