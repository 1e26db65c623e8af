const progressIntervalMs = 5000

/**
 * Runs one task and logs it in plain lines: its start, a progress line every few seconds, its duration. Each line
 * names the task, because several may run at once.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function step(what, work) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  const name = what.replace(/ \(.*\)$/, '')
  console.log(`${what} ...`)
  const timer = setInterval(() => console.log(`  ${name}: still at it, ${seconds()} s`), progressIntervalMs)
  try {
    const result = await work()
    console.log(`  ${name}: done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}

/** An error that the reader can fix: shown as its text, without a stack trace. */
export class UserFacingError extends Error {}

/**
 * Runs a script's main function; a UserFacingError ends it with its text and exit code 1.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof UserFacingError ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
