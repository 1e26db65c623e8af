import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Which ones to run; without any, all. */
const names = process.argv.slice(2)
/** No other one opens the built pages. */
const needsWeb = names.length === 0 || names.includes('hostile-network')

await runScript(async () => {
  const node = await ensureReady({ web: needsWeb })
  return runInForeground(node, ['bench/faults.ts', ...names])
})
