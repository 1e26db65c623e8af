import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'border-transparent bg-accent-solid text-white shadow-[inset_0_1px_0_rgb(255_255_255/0.12)] not-aria-disabled:hover:bg-accent-solid-hover',
  secondary:
    'border-control/60 bg-raised text-fg not-aria-disabled:hover:border-control not-aria-disabled:hover:bg-overlay',
  ghost: 'border-transparent text-fg-2 not-aria-disabled:hover:bg-overlay not-aria-disabled:hover:text-fg',
  danger:
    'border-transparent bg-bad-solid text-white shadow-[inset_0_1px_0_rgb(255_255_255/0.12)] not-aria-disabled:hover:bg-bad-solid-hover',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  md: 'h-9 touch:h-11 px-3.5 gap-2',
  sm: 'h-8 touch:h-11 px-2.5 gap-1.5 text-second',
}

/** The classes of buttons and of links that look like buttons. `buttonClass('primary', 'md')` */
export function buttonClass(variant: ButtonVariant, size: ButtonSize): string {
  return classNames(
    'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control border text-body font-medium',
    'transition-[background-color,border-color,color,opacity] duration-150 active:opacity-90',
    'disabled:opacity-50 data-disabled:opacity-50 aria-disabled:cursor-not-allowed disabled:cursor-not-allowed',
    variants[variant],
    sizes[size],
  )
}
