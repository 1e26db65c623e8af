/** What a command tells: to people, and the same to programs with `--json`. */
export interface CommandOutput {
  readonly text: string
  readonly facts: Readonly<Record<string, string | number>>
}
