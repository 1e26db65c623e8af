import type { ReactNode } from 'react'
import type { Right } from '../../../shared/rights.ts'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { useRefusal } from '../refusal.ts'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'onSubmit'> {
  readonly onSubmit: () => void
  readonly submitText: string
  readonly busyText: string
  readonly isBusy: boolean
  /** Why it can't be submitted yet. */
  readonly disabledReason?: string | undefined
  /** The right that submitting needs, also where the dialog was opened by its address. */
  readonly needs?: Right | undefined
  readonly variant?: 'primary' | 'danger'
  readonly cancelText?: string
  /** Instead of the two buttons, once there is nothing to submit any more. */
  readonly footer?: ReactNode | undefined
  /** Dialogs over this one, such as the leave guard's. */
  readonly question?: ReactNode
}

/**
 * A dialog with one form: Cancel, and a button that submits. Spread what `useFormDialog` or `useEditForm` returns.
 * `<FormDialog {...dialog} title="Add User" submitText="Add User" busyText="Adding...">…</FormDialog>`
 */
export function FormDialog(props: FormDialogProps) {
  const { submitText, busyText, isBusy, variant = 'primary', cancelText = texts.cancel, ...rest } = props
  const { question, children, onSubmit, footer, needs, disabledReason: otherReason, ...dialog } = rest
  const disabledReason = useRefusal(needs) ?? otherReason
  const submit = () => disabledReason === undefined && onSubmit()
  return (
    <Dialog
      {...dialog}
      onSubmit={footer === undefined ? submit : undefined}
      footer={
        footer ?? (
          <>
            <Button onClick={dialog.onClose}>{cancelText}</Button>
            <Button variant={variant} type="submit" isBusy={isBusy} busyText={busyText} disabledReason={disabledReason}>
              {submitText}
            </Button>
          </>
        )
      }
    >
      {children}
      {question}
    </Dialog>
  )
}
