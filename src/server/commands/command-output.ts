/** The result of a command: text for people, facts for `--json`. */
export interface CommandOutput {
  readonly text: string
  readonly facts: Readonly<Record<string, unknown>>
}
