import { ensure } from './ensure.mjs'
import { runScript } from './progress.mjs'
import { handOver } from './run.mjs'

/** Takes the pictures of the landing page and of the README anew, from the demo. */
await runScript(async () => {
  const node = await ensure({ web: true })
  return handOver(node, ['test/take-pictures.ts'])
})
