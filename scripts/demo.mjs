import { ensure } from './ensure.mjs'
import { runScript } from './progress.mjs'
import { handOver } from './run.mjs'

/** A dashboard full of life on a data folder of its own, which is gone afterwards. */
await runScript(async () => {
  const node = await ensure({ web: true })
  return handOver(node, ['demo/main.ts', ...process.argv.slice(2)])
})
