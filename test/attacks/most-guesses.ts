/** Failures that cost nothing, of an account, a name, a device or a session. */
const free = 10

/** How many guesses a growing wait lets through since the first: the free ones, and one after 1, 2, 4 … seconds. */
export function mostGuesses(sinceMs: number): number {
  const seconds = (Date.now() - sinceMs) / 1000
  return free + Math.floor(Math.log2(seconds + 1))
}
