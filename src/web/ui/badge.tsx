import { classNames } from './class-names.ts'

export type BadgeTone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

const tones: Readonly<Record<BadgeTone, string>> = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  neutral: 'text-fg-3',
}

/** A state as dot and word. `<Badge tone="ok">Active</Badge>` */
export function Badge({ tone, children }: { readonly tone: BadgeTone; readonly children: string }) {
  return (
    <span
      className={classNames(
        'inline-flex h-[22px] shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-line bg-bg/40 px-2 text-meta font-medium',
        tones[tone],
      )}
    >
      <span className="size-1.5 rounded-full bg-current forced-colors:bg-[CanvasText]" aria-hidden />
      {children}
    </span>
  )
}
