/** The server can't start, for a reason that the operator can remove. The message says what to do; a stack is no help. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** All errors of the configuration, a line each. Never contains a value, since it may be a secret. */
export class ConfigError extends StartError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'is 1 error' : `are ${problems.length} errors`
    super([`There ${count} in the configuration:`, ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}
