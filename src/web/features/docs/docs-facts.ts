/** What the examples are filled in with: the chosen application's values, or placeholders. */
export interface DocsFacts {
  readonly apiKey: string
  readonly version: string
  /** Address of the server without a path of its own. */
  readonly origin: string
}
