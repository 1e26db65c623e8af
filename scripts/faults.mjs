import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

await runScript(async () => {
  const node = await ensureReady({ web: false })
  return runInForeground(node, ['bench/faults.ts', ...process.argv.slice(2)])
})
