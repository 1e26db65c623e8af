import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Publishes client packages, or says why not: `node scripts/publish-clients.mjs node python [--publish]`. */
await runScript(async () => {
  const node = await ensureReady({ web: false })
  return runInForeground(node, ['scripts/client-packages/publish.mjs', ...process.argv.slice(2)])
})
