import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Right } from '../../shared/rights.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { sayWhyOnTouch } from './feedback/say-why.ts'
import { Spinner } from './feedback/spinner.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { useRefusal } from './refusal.ts'

/** Loaded on demand: few buttons have one, and the sign-in page should not load it. */
const Tooltip = lazyComponent(
  async () => (await import('./tooltip.tsx')).Tooltip,
  ({ children }) => children,
  { isQuiet: true },
)

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** A 16 px icon before the text. */
  readonly icon?: ReactNode
  /** In progress: shows `busyText`, keeps width and focus, and ignores presses. */
  readonly isBusy?: boolean | undefined
  /** The specified busy text, such as `Saving...`. */
  readonly busyText?: string | undefined
  /** Why the button is disabled; it stays focusable and shows this as a tooltip. */
  readonly disabledReason?: string | undefined
  /** The right that its action needs; without it the button is disabled and says why. */
  readonly needs?: Right | undefined
}

/**
 * A push button.
 * `<Button variant="primary" type="submit" isBusy={isPending} busyText="Saving...">Save Changes</Button>`
 */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', icon, isBusy = false, busyText, needs, ...rest } = props
  const { children, className, onClick, type = 'button', disabledReason: otherReason, ...attributes } = rest
  const disabledReason = useRefusal(needs) ?? otherReason
  const isBlocked = isBusy || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Not the `disabled` attribute: it would drop the focus. Preventing the click also prevents the submit.
    if (!isBlocked) return onClick?.(event)
    event.preventDefault()
    if (disabledReason !== undefined) sayWhyOnTouch(event, disabledReason)
  }
  const button = (
    <button
      type={type}
      className={classNames(buttonClass(variant, size), className)}
      aria-disabled={isBlocked || undefined}
      aria-description={disabledReason}
      data-disabled={disabledReason === undefined ? undefined : ''}
      onClick={press}
      {...attributes}
    >
      {busyText === undefined ? (
        <ButtonText icon={icon}>{children}</ButtonText>
      ) : (
        <span className="grid justify-items-center">
          <ButtonText icon={icon} isHidden={isBusy}>
            {children}
          </ButtonText>
          <ButtonText icon={<Spinner />} isHidden={!isBusy}>
            {busyText}
          </ButtonText>
        </span>
      )}
    </button>
  )
  if (disabledReason === undefined) return button
  return <Tooltip text={disabledReason}>{button}</Tooltip>
}

/**
 * Both texts share one grid cell, so the wider one sets the width; the invisible one is hidden from screen readers too.
 */
function ButtonText(props: { icon: ReactNode; isHidden?: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'col-start-1 row-start-1 inline-flex items-center gap-2 [&_svg]:shrink-0',
        props.isHidden && 'invisible',
      )}
    >
      {props.icon}
      {props.children}
    </span>
  )
}
