import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ChapterId, chapters } from './chapter-list.ts'

export interface ChapterProps {
  readonly id: ChapterId
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** A chapter with its anchor. */
export function Chapter({ id, intro, children }: ChapterProps) {
  const title = chapters.find((chapter) => chapter.id === id)?.title
  return (
    <section
      id={id}
      data-chapter
      aria-labelledby={`${id}-title`}
      className="min-w-0 scroll-mt-20 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={`${id}-title`} className="group flex items-center gap-2 text-page font-semibold tracking-tight">
        {title}
        <a
          href={`#${id}`}
          aria-label={`Link to ${title}`}
          className="grid size-6 place-items-center rounded-control text-fg-3 hover:text-fg"
        >
          <Link2 size={16} strokeWidth={1.75} aria-hidden />
        </a>
      </h2>
      {intro !== undefined && <p className="mt-1 max-w-3xl text-fg-2">{intro}</p>}
      <div className="mt-5 flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  )
}

/** A paragraph. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <p className="max-w-3xl leading-6 text-fg-2">{children}</p>
}

/** A list. */
export function Points({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-5 leading-6 text-fg-2">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}
