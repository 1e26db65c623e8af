import type { ReactNode } from 'react'
import type { Right } from '../../shared/rights.ts'
import { Button } from './button.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'
import { useRefusal } from './refusal.ts'

export interface ButtonLinkProps extends LinkProps {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** The right that what it leads to needs; without it it is a disabled button that says why. */
  readonly needs?: Right | undefined
}

/** A link that looks like a button. `<ButtonLink href="/app/7" variant="primary">Manage</ButtonLink>` */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  needs,
  ...rest
}: ButtonLinkProps) {
  if (useRefusal(needs) !== undefined) return <Button {...{ variant, size, icon, className, needs }}>{children}</Button>
  return (
    <Link className={classNames(buttonClass(variant, size), className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
