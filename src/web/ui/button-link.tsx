import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

export interface ButtonLinkProps extends LinkProps {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: ReactNode
}

/** A link that looks like a button. `<ButtonLink href="/app/7" variant="primary">Manage</ButtonLink>` */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={classNames(buttonClass(variant, size), className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
