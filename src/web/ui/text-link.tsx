import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

/** A link inside text. `<TextLink href="/docs">Read the documentation</TextLink>` */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link className={classNames('rounded-control text-accent underline underline-offset-4', className)} {...rest} />
  )
}
