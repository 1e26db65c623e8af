import { FileDown } from 'lucide-react'
import { chapters } from './chapter-list.ts'
import { CopyMarkdown } from './copy-markdown.tsx'
import { DocsSearch } from './docs-search.tsx'

/** Search and chapters; beside the page where there is room, above it where there is none. */
export function DocsAside() {
  return (
    <div className="docs-aside flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)] lg:max-h-[calc(100dvh-var(--top-bar)-3rem)] lg:overflow-y-auto lg:p-1">
      <DocsSearch />
      <nav aria-label="Chapters" className="min-w-0">
        <ul className="flex flex-wrap gap-1 lg:flex-col">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block rounded-control px-2.5 py-1.5 font-medium text-fg-2 transition-colors duration-150 hover:bg-overlay hover:text-fg max-lg:border max-lg:border-line max-lg:text-second"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap gap-2">
        <CopyMarkdown />
        <a
          href="/api/openapi.json"
          className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-2.5 text-second font-medium text-fg-2 hover:text-fg"
        >
          <FileDown size={16} strokeWidth={1.75} aria-hidden />
          OpenAPI
        </a>
      </div>
    </div>
  )
}
