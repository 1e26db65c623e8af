import type { Page } from 'playwright-core'

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
