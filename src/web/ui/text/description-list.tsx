import type { ReactNode } from 'react'

export interface Description {
  readonly label: string
  readonly value: ReactNode
}

/** Labels with values. `<DescriptionList items={[{ label: 'Version', value: '1.0' }]} />` */
export function DescriptionList({ items }: { readonly items: readonly Description[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value }) => (
        <div key={label} className="flex min-h-11 items-center justify-between gap-6 py-2">
          <dt className="shrink-0 text-fg-2">{label}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
