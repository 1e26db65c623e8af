import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** A dashboard full of life on a data folder of its own, which is gone afterwards. */
await runScript(async () => {
  const node = await ensureReady({ web: true })
  return runInForeground(node, ['demo/main.ts', ...process.argv.slice(2)])
})
