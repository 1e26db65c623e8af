import { readFileSync } from 'node:fs'
import { expandInserts } from './expand-inserts.ts'
import { type GuidePage, guidePages } from './guide-pages.ts'
import { openHighlighter } from './highlight-code.ts'
import { llmsText } from './llms-text.ts'
import { pageBody, pageHead } from './page-template.ts'
import { type RenderedPage, renderMarkdown } from './render-markdown.ts'
import { searchIndexOf } from './search-index.ts'

/** The page's Markdown, complete: also what `/docs/{slug}.md` answers. */
export const guideMarkdown = ({ slug }: GuidePage): string =>
  expandInserts(readFileSync(new URL(`../docs/guide/${slug}.md`, import.meta.url), 'utf8'))

/** All pages, rendered. */
export async function renderGuide(): Promise<ReadonlyMap<GuidePage, RenderedPage>> {
  const highlighter = await openHighlighter()
  try {
    return new Map(guidePages.map((page) => [page, renderPage(page)]))
  } finally {
    highlighter.close()
  }
  function renderPage(page: GuidePage): RenderedPage {
    try {
      return renderMarkdown(guideMarkdown(page), highlighter)
    } catch (error) {
      throw new Error(`docs/guide/${page.slug}.md: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** Every file of the guide by its path below the built web: pages, their Markdown, the search's index, `llms.txt`. */
export async function buildGuide(shell: string): Promise<ReadonlyMap<string, string>> {
  const pages = await renderGuide()
  const files = new Map<string, string>()
  for (const [page, rendered] of pages) {
    files.set(`docs/${page.slug}.html`, fillShell(shell, pageHead(page, rendered), pageBody(page, rendered)))
    files.set(`docs/${page.slug}.md`, guideMarkdown(page))
  }
  files.set('docs/search.json', JSON.stringify(searchIndexOf(pages)))
  files.set('llms.txt', llmsText())
  return files
}

/** Places in `src/web/guide.html` for what differs between the pages. */
const places = { head: '<!-- guide: head -->', body: '<!-- guide: body -->' }

function fillShell(shell: string, head: string, body: string): string {
  for (const place of Object.values(places)) {
    if (!shell.includes(place)) throw new Error(`guide.html has no ${place}`)
  }
  return shell.replace(places.head, () => head).replace(places.body, () => body)
}
