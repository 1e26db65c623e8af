import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Right } from '../../shared/rights.ts'
import { classNames } from './class-names.ts'
import { sayWhyOnTouch } from './feedback/say-why.ts'
import { useRefusal } from './refusal.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip: `Delete My Game App`. */
  readonly label: string
  readonly icon: ReactNode
  readonly size?: 'md' | 'sm'
  readonly tone?: 'neutral' | 'danger'
  /** Why the button is disabled; it stays focusable and shows this as a tooltip. */
  readonly disabledReason?: string | undefined
  /** The right that its action needs; without it the button is disabled and says why. */
  readonly needs?: Right | undefined
}

/** A button with only an icon. `<IconButton label="Copy API key" icon={<Copy />} onClick={copy} />` */
export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 'md', tone = 'neutral', needs, className, type, ...others } = props
  const { disabledReason: otherReason, ...rest } = others
  const disabledReason = useRefusal(needs) ?? otherReason
  const isBlocked = disabledReason !== undefined
  const refuse = (event: MouseEvent) => {
    event.preventDefault()
    if (disabledReason !== undefined) sayWhyOnTouch(event, disabledReason)
  }
  return (
    <Tooltip text={disabledReason ?? label} isLabel={!isBlocked}>
      <button
        type={type ?? 'button'}
        aria-label={label}
        aria-disabled={isBlocked || undefined}
        aria-description={disabledReason}
        className={classNames(
          'inline-grid shrink-0 place-items-center rounded-control text-fg-2 transition-colors duration-150',
          'hover:bg-overlay aria-expanded:bg-overlay aria-expanded:text-fg disabled:opacity-50 aria-disabled:opacity-50 touch:size-11',
          tone === 'danger' ? 'hover:text-bad' : 'hover:text-fg',
          size === 'md' ? 'size-9' : 'size-8',
          className,
        )}
        {...rest}
        {...(isBlocked && { onClick: refuse })}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
