/** The server can't start, for a reason that the operator can remove. The message says what to do; a stack is no help. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
