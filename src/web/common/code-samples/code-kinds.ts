/** What a piece of code is; each has its color in code-colors.css. */
export const codeKinds = ['plain', 'comment', 'string', 'number', 'keyword', 'function', 'type'] as const

/** A sample as the build hands it to the page: its text, and what every stretch of it is. */
export interface HighlightedSample {
  readonly text: string
  /** Length and kind (its place in `codeKinds`) of one stretch after the other. */
  readonly runs: readonly number[]
  readonly facts: SampleFacts
}

/** What the manifest says of a sample. */
interface SampleFacts {
  readonly title: string
  /** File name, for downloads. */
  readonly file: string
  /** With what the tests compile and run it. */
  readonly testedWith: readonly string[]
  readonly build: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
  readonly run: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
}
