import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface Description {
  readonly label: string
  readonly value: ReactNode
  /** Only below 640 px, where there is no sidebar that says it. */
  readonly isNarrowOnly?: boolean
}

/** Labels with values. `<DescriptionList items={[{ label: 'Version', value: '1.0' }]} />` */
export function DescriptionList({ items }: { readonly items: readonly Description[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value, isNarrowOnly = false }) => (
        <div
          key={label}
          className={classNames('flex min-h-11 items-center justify-between gap-6 py-2', isNarrowOnly && 'sm:hidden')}
        >
          <dt className="shrink-0 text-fg-2">{label}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
