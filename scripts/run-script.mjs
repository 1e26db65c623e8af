const progressIntervalMs = 5000

/**
 * Does one piece of work and says so in plain lines: what begins, a sign of life every few seconds, how long it took.
 * Each line names the work: several may be under way.
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

/** A failure the reader can do something about: shown as its text, without a stack. */
export class UserFacingError extends Error {}

/**
 * Runs a script's main function; a Trouble ends it with its text and exit code 1.
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
