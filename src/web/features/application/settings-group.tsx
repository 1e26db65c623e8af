import type { ReactNode } from 'react'

/** A titled group of fields in the Settings dialog. */
export function SettingsGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 w-full border-b border-line pb-1.5 text-meta font-medium text-fg-3">{title}</legend>
      {children}
    </fieldset>
  )
}
