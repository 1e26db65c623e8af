/** Token types; each has its color in code-colors.css. */
export const codeKinds = ['plain', 'comment', 'string', 'number', 'keyword', 'function', 'type'] as const

/** A sample as the build emits it: its text, and the type of each token. */
export interface HighlightedSample {
  readonly text: string
  /** Length and type of each token in turn, `12a4c`: the letter counts in `codeKinds`. Smaller than a list of numbers. */
  readonly runs: string
  readonly facts: SampleFacts
}

/** The manifest's facts about a sample. */
interface SampleFacts {
  readonly title: string
  /** File name of the download. */
  readonly file: string
  readonly tried: Tried
  readonly build: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
  readonly run: Readonly<Record<'windows' | 'linux' | 'macos', readonly string[]>>
}

/** What the tests tried something on, and what not. */
export interface Tried {
  readonly with: readonly string[]
  readonly notOn: readonly string[]
}

/** The manifest's facts about a package. */
export interface PackageFacts {
  /** Its lines for the terminal or the build file; `{server}` is the address of this server. */
  readonly install: readonly string[]
  /** File name of the quickstart. */
  readonly file: string
  /** The quickstart, with placeholders. */
  readonly text: string
  readonly run: string
  readonly tried: Tried
}
