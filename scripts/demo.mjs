import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Starts a filled demo installation in a temporary data folder, which is deleted afterwards. */
await runScript(async () => {
  const node = await ensureReady({ web: true })
  return runInForeground(node, ['demo/main.ts', ...process.argv.slice(2)])
})
