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

/** Presses the first button of that name: `act: press('Settings')`. */
export const pressButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** What a screen says while it waits, or when the server fails. */
export interface SpecifiedState {
  readonly name: string
  readonly address: string
  readonly isVisitor?: boolean
  /** The calls that are held back or refused, as `POST /api/auth/login`; files go by their name. */
  readonly call: string
  /** `held`: no answer yet. Otherwise the refusal: with a message, or without one. */
  readonly answer: 'held' | 'message' | 'bare'
  readonly act?: (page: Page) => Promise<unknown>
  readonly texts: readonly string[]
}
