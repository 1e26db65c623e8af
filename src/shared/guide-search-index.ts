/** What the search of the guide reads, one entry for each page: titles, headings, codes and calls, in as few bytes as possible. */
export type SearchIndex = readonly SearchedPage[]

/** A page; its words are those in code marks above its first heading. */
type SearchedPage = readonly [slug: string, title: string, headings: readonly SearchedHeading[], words: string]

/** A heading, and the words in code marks under it. The anchor is there only where `headingAnchor` gives another one. */
export type SearchedHeading = readonly [title: string, words: string, anchor?: string]
