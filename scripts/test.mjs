import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { root, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'
import { tmpfsFolder } from './tmpfs-folder.mjs'

/** With it a skipped test is a failed one: where everything must have run. */
const isAllRequired = process.env.REQUIRE_ALL === '1'
const longestList = 50

/** What to run, and vitest's options. */
const words = process.argv.slice(2)
/** No test below src/ opens the built pages. */
const needsWeb = words.length === 0 || words.some((word) => !word.startsWith('src/'))

/**
 * Names what failed and what was skipped, and ends the output with the line that counts.
 * @param {import('../test/harness/summary-reporter.ts').TestSummary} summary
 * @param {number} code how the run itself ended
 * @returns {number}
 */
function printSummary({ passed, failed, failures: failedTests, flaky, skipped }, code) {
  for (const failure of failedTests.slice(0, longestList)) console.log(`failed: ${failure}`)
  for (const failure of flaky.slice(0, longestList)) console.log(`flaky, passed when run again: ${failure}`)
  for (const name of skipped.slice(0, longestList)) console.log(`skipped: ${name}`)
  if (skipped.length > longestList) console.log(`skipped: ${skipped.length - longestList} more`)
  const isNothing = passed + failed === 0
  if (isNothing) console.log('No test ran: that counts as a failure.')
  const isSkipFailure = isAllRequired && skipped.length > 0
  if (isSkipFailure) console.log('REQUIRE_ALL is set: what was skipped counts as failed.')

  const failures = failed + (isSkipFailure ? skipped.length : 0) + (isNothing ? 1 : 0)
  const rest = skipped.length > 0 && !isSkipFailure ? `, ${skipped.length} skipped` : ''
  console.log(`${passed} passed, ${failures} failed${rest}`)
  return code === 0 && failures > 0 ? 1 : code
}

await runScript(async () => {
  const node = await ensureReady({ web: needsWeb })
  const work = await mkdtemp(join(tmpdir(), 'keywright-test-run-'))
  try {
    const file = join(work, 'summary.json')
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const code = await runInForeground(node, [vitest, 'run', ...words], {
      TEST_SUMMARY_FILE: file,
      TMPDIR: process.env.TMPDIR ?? tmpfsFolder() ?? tmpdir(),
    })
    const nothing = { passed: 0, failed: code === 0 ? 0 : 1, failures: [], flaky: [], skipped: [] }
    return printSummary(existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : nothing, code)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
})
