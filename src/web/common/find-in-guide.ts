import type { SearchIndex } from '../../shared/guide-search-index.ts'
import { headingAnchor } from '../../shared/heading-anchor.ts'

export interface FoundInGuide {
  readonly href: string
  readonly title: string
  /** The page, where the title is one of its headings. */
  readonly page: string
}

const most = 12

/** The headings that have every word, wherever it stands in them; those that begin with a word come first. */
export function findInGuide(pages: SearchIndex, search: string): readonly FoundInGuide[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return pages
    .flatMap(([slug, page, headings, ownWords]) => [
      { slug, page, title: page, codes: ownWords, anchor: '' },
      ...headings.map(([title, codes, anchor = headingAnchor(title)]) => ({ slug, page, title, codes, anchor })),
    ])
    .flatMap(({ slug, page, title, codes, anchor }) => {
      const weights = words.map((word) => weightOf(word, title, page, codes))
      if (weights.includes(0)) return []
      const weight = weights.reduce((sum, one) => sum + one, 0) + (anchor === '' ? 1 : 0)
      return [{ href: `/docs/${slug}${anchor && `#${anchor}`}`, title, page: anchor === '' ? '' : page, weight }]
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most)
    .map(({ href, title, page }) => ({ href, title, page }))
}

/** How well a word fits: the title before the codes below it, those before the page's name; 0 = not at all. */
function weightOf(word: string, title: string, page: string, codes: string): number {
  const inTitle = title.toLowerCase()
  if (inTitle === word) return 12
  if (inTitle.split(/[^\w]+/).some((one) => one.startsWith(word))) return 8
  if (inTitle.includes(word)) return 6
  if (codes.toLowerCase().includes(word)) return 4
  return page.toLowerCase().includes(word) ? 2 : 0
}
