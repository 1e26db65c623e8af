import { useQuery } from '@tanstack/react-query'
import { FileDown, FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SearchIndex } from '../../../shared/guide-search-index.ts'
import { fileKeys } from '../../api/query-keys/files.ts'
import { type FoundInGuide, findInGuide } from '../../common/find-in-guide.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { chapters } from './chapter-list.ts'
import { pageMarkdown } from './page-markdown.ts'
import type { WholePage } from './use-whole-page.ts'

interface WholePageProps {
  readonly whole: WholePage
}

/** Search and table of contents; beside the page, or above it on narrow screens. */
export function DocsAside({ whole }: WholePageProps) {
  return (
    <div className="docs-aside flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)] lg:max-h-[calc(100dvh-var(--top-bar)-3rem)] lg:overflow-y-auto lg:p-1">
      <DocsSearch whole={whole} />
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
        <CopyMarkdown whole={whole} />
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

/** Searches the page's text and the guide's index, and links to the matches. */
function DocsSearch({ whole }: WholePageProps) {
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded since is searched too
  const onPage = useMemo(() => findOnPage(text), [text, whole.isLoaded])
  const guide = useGuideIndex()
  const found = [...onPage, ...(guide.index === undefined ? [] : findInGuide(guide.index, text).map(fromGuide))]
  const load = () => {
    void whole.load()
    guide.load()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done with it; it notices that the field is focused
    <div className="min-w-0" onFocus={load}>
      <SearchInput label="Search documentation" value={text} onSearch={setText} />
      <p role="status" className="mt-1.5 text-meta text-fg-3">
        {text.trim() !== '' && (found.length === 0 ? 'Nothing found' : `Found in ${found.length} places`)}
      </p>
      {found.length > 0 && (
        <ul aria-label="Search results" className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto">
          {found.map(({ href, title, excerpt }) => (
            <li key={href}>
              <a href={href} className="block rounded-control px-2 py-1.5 hover:bg-overlay">
                <span className="block font-medium">{title}</span>
                <span className="block text-second text-fg-2">{excerpt}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The guide's index, fetched when it is asked for the first time; without it the page alone is searched. */
function useGuideIndex() {
  const [isWanted, setIsWanted] = useState(false)
  const { data: index } = useQuery({
    queryKey: fileKeys.guideIndex,
    queryFn: async (): Promise<SearchIndex | null> => {
      const answer = await fetch('/docs/search.json')
      return answer.ok ? ((await answer.json()) as SearchIndex) : null
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { index: index ?? undefined, load: () => setIsWanted(true) }
}

const fromGuide = ({ href, title, page }: FoundInGuide): Found => ({ href, title, excerpt: page || 'Guide' })

/** A match. */
interface Found {
  readonly href: string
  readonly title: string
  readonly excerpt: string
}

const around = 36

/** Chapters whose text contains every word; excerpts show the first one. */
function findOnPage(search: string, root: ParentNode = document): readonly Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const first = words[0]
  if (first === undefined) return []
  return [...root.querySelectorAll('[data-chapter]')].flatMap((place) => {
    const text = textOf(place)
    const lower = text.toLowerCase()
    if (!words.every((word) => lower.includes(word))) return []
    const at = lower.indexOf(first)
    const excerpt = `${at > around ? '…' : ''}${text.slice(Math.max(0, at - around), at + first.length + around)}…`
    const title = place.querySelector('h2')?.textContent ?? place.id
    return [{ href: `#${place.id}`, title, excerpt }]
  })
}

function textOf(place: Element): string {
  return (place.textContent ?? '').replace(/\s+/g, ' ')
}

/** The page as Markdown, for notes or AI assistants. */
function CopyMarkdown({ whole }: WholePageProps) {
  const copy = async () => {
    await whole.load()
    const page = document.querySelector('.docs-page')
    const isDone = page !== null && (await copyText(pageMarkdown(page)))
    toast(isDone ? { title: 'Copied to clipboard' } : { title: 'Failed to copy', kind: 'destructive' })
  }
  return (
    <Button
      size="sm"
      icon={<FileText size={16} strokeWidth={1.75} aria-hidden />}
      // Some browsers let a page copy only right after the press.
      onPointerEnter={() => void whole.load()}
      onClick={() => void copy()}
    >
      Copy page as Markdown
    </Button>
  )
}
