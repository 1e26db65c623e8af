import type { ReactNode } from 'react'

export interface SettingRowProps {
  readonly title: ReactNode
  readonly text: ReactNode
  /** Buttons of the row. */
  readonly children?: ReactNode
}

/**
 * One row of a settings card, inside a `ul`.
 * `<SettingRow title="Authenticator app" text="Off"><Button>…</Button></SettingRow>`
 */
export function SettingRow({ title, text, children }: SettingRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex min-w-0 items-center gap-2 font-medium">{title}</div>
        <div className="text-second text-fg-2">{text}</div>
      </div>
      {children}
    </li>
  )
}
