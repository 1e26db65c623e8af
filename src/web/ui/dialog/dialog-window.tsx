import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import * as texts from '../../texts/ui.ts'
import { classNames } from '../class-names.ts'
import { Form } from '../form/form.tsx'
import { IconButton } from '../icon-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { overlayClass, scrollClass, sheetClass, topClass } from './dialog-class.ts'
import { type DialogState, useOpening } from './opening.tsx'
import { currentOpener, returnFocus } from './return-focus.ts'
import { useDialog } from './use-dialog-value.ts'

export interface DialogProps extends DialogState {
  readonly title: string
  readonly description?: ReactNode | undefined
  /** Buttons; they stay visible while the body scrolls. */
  readonly footer?: ReactNode | undefined
  readonly children: ReactNode
  readonly size?: 'md' | 'lg'
  /** Where it stays whatever its height: a list that grows and shrinks at each key. */
  readonly place?: 'center' | 'top'
  /** Unsaved input: clicks outside are ignored, Escape and X ask first. */
  readonly isDirty?: boolean | undefined
  /** Closed by a button of its footer only: what it shows is shown once. */
  readonly isHeld?: boolean | undefined
  /** Makes body and footer a form; Ctrl/⌘ Enter submits it from any field. The first invalid field gets the focus. */
  readonly onSubmit?: ((form: HTMLFormElement) => void) | undefined
}

/** What `Dialog` fetches. */
export function DialogWindow(props: DialogProps) {
  const { isOpen, onClose, title, description, size = 'md', place = 'center', isDirty = false, isHeld = false } = props
  const opener = useRef<HTMLElement>(null)
  const asking = useDialog()
  const opening = useOpening()
  const close = () => (isDirty ? asking.open() : onClose())
  return (
    <Radix.Root open={isOpen} onOpenChange={(isOpening) => !isOpening && close()}>
      <Radix.Portal>
        {/* A press beside the dialog doesn't move the focus. */}
        <Radix.Overlay className={overlayClass} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          className={classNames(
            place === 'top' ? topClass : sheetClass,
            size === 'md' ? 'sm:max-w-[448px]' : 'sm:max-w-[640px]',
          )}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            event.preventDefault()
            focusFirstField(event.currentTarget)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener.current)
          }}
          onInteractOutside={(event) => (isDirty || isHeld) && event.preventDefault()}
          onEscapeKeyDown={(event) => isHeld && event.preventDefault()}
          onInput={() => {
            opening.entries += 1
          }}
        >
          <header className="flex items-start justify-between gap-4 py-4 pr-3 pl-5">
            <div className="min-w-0 pt-1">
              <Radix.Title className="text-section font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-fg-2">{description}</Radix.Description>
              )}
            </div>
            {!isHeld && (
              <IconButton label={texts.close} size="sm" icon={<X size={16} strokeWidth={1.75} />} onClick={close} />
            )}
          </header>
          <DialogBody {...props} />
          <ConfirmDialog
            {...asking.dialog}
            title={texts.discardChanges}
            text={texts.yourChangesHaventBeen}
            cancelText={texts.keepEditing}
            confirmText={texts.discard}
            onConfirm={() => {
              asking.close()
              onClose()
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const fields = 'input:not([type="hidden"], :disabled, :read-only), select:enabled, textarea:enabled'

/** Focuses the first field, or the dialog itself when it has none. Not the X, whose tooltip would open. */
function focusFirstField(dialog: EventTarget | null): void {
  if (!(dialog instanceof HTMLElement)) return
  const field = dialog.querySelector<HTMLElement>(fields) ?? dialog
  field.focus({ preventScroll: true })
}

function DialogBody({ children, footer, onSubmit }: DialogProps) {
  const content = (
    <>
      <div className={classNames(scrollClass, 'gap-5 px-5 pt-1 pb-5')}>{children}</div>
      {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
    </>
  )
  if (onSubmit === undefined) return content
  return (
    <Form onSubmit={onSubmit} className="flex min-h-0 flex-col low:block">
      {content}
    </Form>
  )
}

/** The row of buttons at the end of a dialog; on narrow screens they share the width. */
function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className="flex justify-end gap-2 border-t border-line px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:[&>*]:flex-1">
      {children}
    </footer>
  )
}
