import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonClass } from '../../ui/button-class.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

interface PortalButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  readonly isBusy?: boolean
  readonly busyText?: string
}

/** A button, 44 px high: people come with a phone. It keeps the focus while it is busy. */
export function PortalButton({
  variant = 'secondary',
  isBusy = false,
  busyText,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: PortalButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonClass(variant, 'md'), 'min-h-11', className)}
      {...rest}
    >
      {isBusy && <Spinner />}
      {isBusy && busyText !== undefined ? busyText : children}
    </button>
  )
}
