import type { Page } from 'playwright-core'

/** A screen or dialog and the exact texts that the specification requires. */
export interface SpecifiedScreen {
  readonly name: string
  /** `:full` is an application with users, licenses and events; `:empty` one without anything. */
  readonly address: string
  readonly isVisitor?: boolean
  /** A full page load, since no link of the app leads there. */
  readonly isLoaded?: true
  /** What is pressed first. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Responses that replace the server's, by path. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly texts: readonly string[]
}

/** Presses the first button of that name: `act: press('Settings')`. */
export const pressButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** The texts of a screen while it waits, or when the server fails. */
export interface SpecifiedState {
  readonly name: string
  readonly address: string
  readonly isVisitor?: boolean
  /** The requests that are held or rejected, as `POST /api/auth/login`; files by their name. */
  readonly call: string
  /** `held`: no response yet. Otherwise the error response: with a message, without one, or text that is no JSON. */
  readonly answer: 'held' | 'message' | 'bare' | 'text'
  /** Of the error response; 503 if absent. */
  readonly status?: number
  readonly act?: (page: Page) => Promise<unknown>
  readonly texts: readonly string[]
}
