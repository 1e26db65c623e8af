import type { Page } from 'playwright-core'

/** A screen, or a window over one, and what the specification says stands on it, letter by letter. */
export interface SpecifiedScreen {
  readonly name: string
  /** `:full` is an application with users, licenses and events; `:empty` one without anything. */
  readonly address: string
  readonly isVisitor?: boolean
  /** The program is loaded at this address, since links of its own never lead there. */
  readonly isLoaded?: true
  /** What is pressed before one looks. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Answers that take the place of the server's, by path. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly texts: readonly string[]
}
