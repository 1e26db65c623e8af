import { useEffect, useId, useRef } from 'react'
import * as texts from '../../texts/portal.ts'
import { PortalButton } from './portal-button.tsx'

export interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly confirmText: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something ends: the browser's own dialog, which keeps the focus inside and gives it back. */
export function Confirm({ title, text, confirmText, onConfirm, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-surface p-5 text-fg shadow-float"
    >
      <h2 id={`${id}-title`} className="text-section font-semibold">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-1.5 text-fg-2">
        {text}
      </p>
      <div className="mt-5 flex justify-end gap-2 max-sm:[&>*]:flex-1">
        <PortalButton onClick={() => dialog.current?.close()}>{texts.cancel}</PortalButton>
        <PortalButton
          variant="danger"
          onClick={() => {
            dialog.current?.close()
            onConfirm()
          }}
        >
          {confirmText}
        </PortalButton>
      </div>
    </dialog>
  )
}
