import { type GuidePage, guidePages } from './guide-pages.ts'
import type { RenderedPage } from './render-markdown.ts'

/** What the search of the pages reads: titles, headings, codes and calls, in as few bytes as possible. */
interface SearchIndex {
  /** Slug and title of each page. */
  readonly pages: readonly (readonly [slug: string, title: string])[]
  /** Every heading: number of its page, anchor, title, and the words in code marks under it. */
  readonly entries: readonly (readonly [page: number, anchor: string, title: string, words: string])[]
}

/** The index of all pages. */
export function searchIndexOf(pages: ReadonlyMap<GuidePage, RenderedPage>): SearchIndex {
  const all = guidePages.flatMap((page) => pages.get(page) ?? [])
  return {
    pages: guidePages.map((page, index) => [page.slug, all[index]?.title ?? page.label]),
    entries: all.flatMap(({ sections }, index) =>
      sections.map(({ id, title, codes }) => [index, id, title, wordsOf(codes, title)] as const),
    ),
  }
}

/** Each word once, without those of the title and without values that nobody looks for. */
function wordsOf(codes: readonly string[], title: string): string {
  const words = codes
    .flatMap((code) => code.split(' '))
    .filter((word) => /^(\/[\w/:{}-]+|[\w.:-]{3,30})$/.test(word) && !title.includes(word))
  return [...new Set(words)].join(' ')
}
