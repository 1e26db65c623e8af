/** Token types; each has its color in code-colors.css. */
export const codeKinds = ['plain', 'comment', 'string', 'number', 'keyword', 'function', 'type'] as const

/** A sample as the build emits it: its text, and the type of each token. */
export interface HighlightedSample {
  readonly text: string
  /** Length and type (index in `codeKinds`) of each token in turn. */
  readonly runs: readonly number[]
  readonly facts: SampleFacts
}

/** The manifest's facts about a sample. */
interface SampleFacts {
  readonly title: string
  /** File name of the download. */
  readonly file: string
  /** The tool versions that the tests compile and run it with. */
  readonly testedWith: readonly string[]
  readonly build: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
  readonly run: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
}
