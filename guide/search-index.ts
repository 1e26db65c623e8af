import type { SearchedHeading, SearchIndex } from '../src/shared/guide-search-index.ts'
import { headingAnchor } from '../src/shared/heading-anchor.ts'
import { type GuidePage, guidePages } from './guide-pages.ts'
import type { RenderedPage, Section } from './render-markdown.ts'

/** The index of all pages. */
export function searchIndexOf(pages: ReadonlyMap<GuidePage, RenderedPage>): SearchIndex {
  return guidePages.map((page) => {
    const { title = page.label, sections = [] } = pages.get(page) ?? {}
    return [page.slug, title, sections.slice(1).map(headingOf), wordsOf(sections[0]?.codes ?? [], title)]
  })
}

function headingOf({ id, title, codes }: Section): SearchedHeading {
  const words = wordsOf(codes, title)
  return id === headingAnchor(title) ? [title, words] : [title, words, id]
}

/** Each word once, without those of the title and without values that nobody looks for. */
function wordsOf(codes: readonly string[], title: string): string {
  const words = codes
    .flatMap((code) => code.split(' '))
    .filter((word) => /^(\/[\w/:{}-]+|[\w.:-]{3,30})$/.test(word) && !title.includes(word))
  return [...new Set(words)].join(' ')
}
