/** How a language's library and its sample become one file. */
export interface Joint {
  /** How the first line after the opening comment begins: what each file takes from elsewhere. */
  readonly head: RegExp
  /** Joins what both take, without the line that takes the library. */
  readonly joinHeads: (library: string, sample: string) => string
  /** What stands before the library. */
  readonly gap: string
  /** Where a library has several files: joins what they take. */
  readonly joinParts?: (heads: readonly string[]) => string
  /** The library as it stands in the sample's own file: nobody else takes it from there. */
  readonly enclose?: (library: string) => string
  /** The sample behind its configuration, as it calls a library that stands in its own file. */
  readonly callInside?: (sample: string) => string
  /** The library stands behind the sample, not right after the configuration. */
  readonly isLast?: boolean
}

/** @throws when no line is like this */
export function startOf(text: string, pattern: RegExp): number {
  const start = text.search(pattern)
  if (start < 0) throw new Error(`A file of the sample has no ${pattern.source}`)
  return start
}

/** @throws when nothing from there on is like this */
export function endOf(text: string, pattern: RegExp, from: number): number {
  const found = pattern.exec(text.slice(from))
  if (found === null) throw new Error(`A file of the sample has no ${pattern.source}`)
  return from + found.index + found[0].length
}

export const linesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([line]) => line)
/** Each line once, in order. */
export const sorted = (lines: Iterable<string>) => [...new Set(lines)].sort()
