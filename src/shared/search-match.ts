/** How a text fits a value, the best first: it is the whole value, its beginning, that of one of its words, or a part. */
export const matchKinds = ['whole', 'beginning', 'word', 'part'] as const
export type MatchKind = (typeof matchKinds)[number]

/** The best fit of a text among values; both sides in the form that is compared. Undefined: it is in none. */
export function matchOf(values: readonly (string | null)[], text: string): MatchKind | undefined {
  const kinds = values.map((value) => (value === null ? undefined : fitOf(value, text)))
  return matchKinds.find((kind) => kinds.includes(kind))
}

function fitOf(value: string, text: string): MatchKind | undefined {
  if (value === text) return 'whole'
  const at = value.indexOf(text)
  if (at <= 0) return at === 0 ? 'beginning' : undefined
  return value.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)) ? 'word' : 'part'
}

/** What decides about the place of a result. */
export interface Ranked {
  readonly match: MatchKind
  /** It is in the application that is open. */
  readonly isHere: boolean
  /** How many others were opened since; absent: it is not among the last ones opened. */
  readonly opened?: number | undefined
}

/** Whole values, then this application, then what was opened last, then by how well it fits. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(b.match === 'whole') - Number(a.match === 'whole') ||
    Number(b.isHere) - Number(a.isHere) ||
    (a.opened ?? Number.MAX_SAFE_INTEGER) - (b.opened ?? Number.MAX_SAFE_INTEGER) ||
    matchKinds.indexOf(a.match) - matchKinds.indexOf(b.match)
  )
}
